package import Nacre

extension EditedHistory {
    /// Calls a closure with the commits of the edited history, in order.
    ///
    /// Ids, times, tags, metadata and data are those of the recorded events.
    ///
    /// - Parameters:
    ///   - progress: Called with the number of events that were passed on, and of how many.
    ///   - body: Called with each commit.
    /// - Throws: `EventStoreError` if the log cannot be read; errors of `body`.
    package func forEachCommit(
        progress: (_ events: Position, _ count: Position) -> Void = { _, _ in }, _ body: (Commit) async throws -> Void
    ) async throws {
        var entries: [Commit.Entry] = []
        var source = EditedLogSource(self, .forward(), .all, limit: nil)
        while case let events = try await source.nextBatch(), !events.isEmpty {
            try Task.checkCancellation()
            for event in events {
                entries.append(Commit.Entry(stream: event.stream, event: EventData(of: event)))
                guard event.isLastOfCommit else { continue }
                try await body(Commit(entries: entries))
                entries = []
            }
            progress(events.last?.position ?? 0, count)
        }
    }
}

extension EventData {
    /// The event as it was appended.
    fileprivate init(of event: RecordedEvent) {
        self.init(
            id: event.id, type: event.type, schema: event.schema, time: event.time, tags: event.tags, data: event.data,
            metadata: event.metadata)
    }
}
