import DomainKit
package import Nacre

extension Runtime {
    /// The events that a moment sees.
    package struct Extent: Sendable {
        /// The last position.
        package let position: Position

        /// The limit on the events' own `time`; `nil` for none.
        let happenedBy: Instant?

        /// Whether an event up to ``position`` had happened by the moment.
        package func includes(_ event: RecordedEvent) -> Bool {
            happenedBy.map { event.time <= $0 } ?? true
        }
    }

    /// The events that a moment sees.
    ///
    /// - Parameter moment: The moment; `nil` for the present.
    /// - Returns: Their extent.
    /// - Throws: `EventStoreError`: `noSuchPosition` if the position is beyond the head; other codes if the log cannot
    ///   be read.
    package func extent(of moment: Moment?) async throws -> Extent {
        switch moment {
        case nil:
            return Extent(position: try await store.head(), happenedBy: nil)
        case .time(let time):
            return Extent(position: try await store.position(at: time), happenedBy: nil)
        case .happened(let time):
            return Extent(position: try await store.head(), happenedBy: time)
        case .position(let position):
            let head = try await store.head()
            guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
            return Extent(position: position, happenedBy: nil)
        }
    }

    /// Reads the events of a stream as of a moment.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - extent: The events that the moment sees.
    ///   - body: Called with each event, in order.
    /// - Throws: `EventStoreError` if the log cannot be read; errors of `body`.
    /// - Complexity: O(*n*) in the events of the stream up to the moment.
    package func forEachEvent(
        of stream: StreamName, in extent: Extent, _ body: (RecordedEvent) throws -> Void
    ) async throws {
        for try await event in store.read(stream) {
            guard event.position <= extent.position else { return }
            if extent.includes(event) { try body(event) }
        }
    }
}
