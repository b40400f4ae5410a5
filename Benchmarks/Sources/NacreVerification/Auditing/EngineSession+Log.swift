package import Nacre

extension EngineSession {
    /// Reads the whole log in order, in pages of `page` events.
    ///
    /// - Throws: As ``read(_:)``; ``HarnessError`` if a page does not continue the one before.
    package func forEachEvent(page: Int = 4_096, _ body: (RecordedEvent) -> Void) async throws {
        var after: Position = 0
        while true {
            let events = try await read(.log(.forward(after: after), matching: .all, limit: page))
            guard let last = events.last else { return }
            guard last.position > after else {
                throw HarnessError("a page of the log after position \(after) ends with position \(last.position)")
            }
            for event in events { body(event) }
            after = last.position
        }
    }
}
