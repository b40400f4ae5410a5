import Nacre

/// Provides the events of a share of the streams, in the order of the log.
///
/// Where the log is in memory, the events of other shares are passed over in place.
struct SharedEvents: EventBatchSource {
    private let share: StreamShare
    private let store: any EventStore
    private let head: Position
    private let batch: RuleBatch
    private let executor = SerialBlockingExecutor(named: "rules")

    /// The last position that was read.
    private var position: Position = 0

    init(of share: StreamShare, in store: any EventStore, upTo head: Position, _ batch: RuleBatch) {
        (self.share, self.store, self.head, self.batch) = (share, store, head, batch)
    }

    /// The next events; none at the head.
    mutating func nextBatch() async throws -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        while found.isEmpty, position < head {
            try Task.checkCancellation()
            let reader = self
            if let log = store.mappedLog {
                (found, position) = try await executor.run { try reader.scanned(log) }
            } else {
                let limit = Int(min(batch.events, head - position))
                let events = try await store.readLog(.forward(after: position), matching: .all, limit: limit).collect()
                found = events.filter { share.contains($0.stream.text.utf8Span.span) }
                position += Position(limit)
            }
        }
        return found
    }

    /// The next events, and the last position that was read.
    private func scanned(_ log: any MappedLog) throws -> (events: [RecordedEvent], end: Position) {
        var events: [RecordedEvent] = []
        var (bytes, end) = (0, position)
        do {
            try log.scan(
                after: position,
                while: { event in
                    end = event.position
                    if share.contains(event.streamName) {
                        events.append(event.recorded())
                        bytes += event.data.count + event.metadata.count
                    }
                    return end < head && end - position < batch.events && bytes < batch.bytes
                })
        } catch {
            // The events before what cannot be read come first; reading on meets it again.
            if end == position { throw error }
        }
        return (events, end)
    }
}
