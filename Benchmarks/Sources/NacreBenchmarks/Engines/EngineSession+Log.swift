import Nacre

extension EngineSession {
    /// Reads the whole log in order, a page of so many events at a time.
    ///
    /// - Throws: As ``read(_:)``; ``HarnessError`` where a page does not go on behind the one before.
    func forEachEvent(page: Int = 4_096, _ body: (RecordedEvent) -> Void) async throws {
        var after: Position = 0
        while true {
            let events = try await read(.log(.forward(after: after), matching: .all, limit: page))
            guard let last = events.last else { return }
            guard last.position > after else {
                throw HarnessError("a page of the log behind position \(after) ends with position \(last.position)")
            }
            for event in events { body(event) }
            after = last.position
        }
    }
}
