package import DomainKit
package import Nacre

extension Runtime {
    /// The fold of a stream; `nil` after an event that cannot be decoded.
    typealias Fold = (any StateFolding)?

    /// About how many states a check of the rules keeps in memory.
    package static let checkedStates = 131_072

    /// How often the progress of a check is reported, in events.
    private static let progressInterval: Position = 4_096

    /// Judges every event of the log by the declared deciders.
    ///
    /// The log is read once for each share of the streams, which are counted before if there may be several shares.
    ///
    /// - Parameters:
    ///   - states: About how many states are kept in memory, at least 1: as many streams are in a share.
    ///   - batch: How much of the log is read before it is judged.
    ///   - progress: Called with the number of events that are read, and of how many.
    ///   - refused: Called with each event that the rules refuse: share by share, in the order of the log.
    /// - Returns: What was judged, and what was not.
    /// - Throws: `EventStoreError` if the log cannot be read, once the events of the first share before that place are
    ///   judged; errors of `refused`.
    package func checkRules(
        states: Int = checkedStates, batch: RuleBatch = RuleBatch(), progress: (UInt64, UInt64) -> Void = { _, _ in },
        report refused: (RecordedEvent, Refusal) throws -> Void
    ) async throws -> RuleSummary {
        // OPS-27: A check of the rules reads the log once for each share of the streams.
        let head = try await store.head()
        let streams = head > Position(states) ? try await self.streams(upTo: head) : Int(head)
        let shares = StreamShare.all(of: streams, atMost: states)
        let empty = Dictionary(uniqueKeysWithValues: deciders.map { (StreamName($0.category), $0.emptyFold) })
        var summary = RuleSummary()
        for (index, share) in shares.enumerated() {
            var folds: [StreamName: Fold] = [:]
            var reported: Position = 0
            for try await event in events(of: share, upTo: head, batch) {
                if event.position - reported >= Self.progressInterval {
                    reported = event.position
                    progress(UInt64(index) * head + event.position, UInt64(shares.count) * head)
                }
                let category = event.stream.category
                guard let empty = empty[StreamName(category)] else {
                    summary.add(event, of: category, .noDecider)
                    continue
                }
                let judgement = Self.apply(event, to: &folds[event.stream, default: empty])
                summary.add(event, judgement)
                if case .refused(let refusal) = judgement { try refused(event, refusal) }
            }
        }
        return summary
    }

    /// Applies an event; `nil`, and no fold from then on, if it or an earlier one cannot be decoded.
    static func apply(_ event: RecordedEvent, to fold: inout Fold) -> EventJudgement? {
        do {
            return try fold?.apply(event)
        } catch {
            fold = nil
            return nil
        }
    }

    /// The events of a share of the streams up to a position, in the order of the log.
    private func events(of share: StreamShare, upTo head: Position, _ batch: RuleBatch) -> EventSequence {
        let store = store
        return EventSequence { SharedEvents(of: share, in: store, upTo: head, batch) }
    }

    /// The number of streams that begin up to a position, or before damage, which is met again when events are judged.
    private func streams(upTo head: Position) async throws -> Int {
        var count = 0
        do {
            guard let log = store.mappedLog else {
                for try await event in store.readLog() {
                    guard event.position <= head else { break }
                    if event.version == 1 { count += 1 }
                }
                return count
            }
            let executor = SerialBlockingExecutor(named: "streams")
            var position: Position = 0
            while position < head {
                try Task.checkCancellation()
                let (start, end) = (position, min(head, position + 65_536))
                count += try await executor.run { try Self.streams(in: log, after: start, upTo: end) }
                position = end
            }
        } catch let error as EventStoreError where error.code == .damaged {
            // Judging meets the damage again, and reports it after what is before it.
        }
        return count
    }

    private static func streams(in log: any MappedLog, after start: Position, upTo end: Position) throws -> Int {
        var count = 0
        try log.scan(
            after: start,
            while: { event in
                if event.version == 1 { count += 1 }
                return event.position < end
            })
        return count
    }
}
