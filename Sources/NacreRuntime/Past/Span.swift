import Nacre

/// The part of a log between two moments.
package struct Span: Sendable {
    /// The events that the earlier moment sees.
    package let earlier: Runtime.Extent

    /// The events that the later moment sees.
    package let later: Runtime.Extent

    /// Whether only the later moment sees an event that one of them sees.
    func contains(_ event: EventView) -> Bool {
        guard event.position <= later.position, later.happenedBy.map({ event.time <= $0 }) ?? true else { return false }
        return earlier.happenedBy.map { event.time > $0 } ?? (event.position > earlier.position)
    }

    /// Whether the later state is that of the earlier moment with the events of the span applied.
    ///
    /// By the time of events, those of the span are not the last ones of the log.
    var isContinuation: Bool { later.happenedBy == nil }
}

extension Runtime.Extent {
    /// A moment that sees these events, also after more of them are appended.
    var moment: Runtime.Moment { happenedBy.map { .happened(by: $0) } ?? .position(position) }
}

extension Runtime {
    /// The part of the log between two moments.
    ///
    /// - Parameters:
    ///   - earlier: The earlier moment.
    ///   - later: The later moment; `nil` for the present.
    /// - Returns: The span.
    /// - Throws: `EventStoreError`: `invalidArgument` if the first moment is after the second, or only one of them is a
    ///   time of events; `noSuchPosition` if a position is beyond the head; other codes if the log cannot be read.
    package func span(from earlier: Moment, to later: Moment?) async throws -> Span {
        let span = Span(earlier: try await extent(of: earlier), later: try await extent(of: later))
        switch (span.earlier.happenedBy, span.later.happenedBy) {
        case (nil, nil):
            let (first, last) = (span.earlier.position, span.later.position)
            guard first <= last else {
                throw EventStoreError(
                    .invalidArgument, "the first moment is position \(first), after the second, \(last): exchange them")
            }
        case (let first?, let last?):
            guard first <= last else {
                throw EventStoreError(
                    .invalidArgument, "the first moment, \(first), is after the second, \(last): exchange them")
            }
        default:
            throw EventStoreError(
                .invalidArgument, "only one of the moments is a time of events: give two of them, or none")
        }
        return span
    }
}
