public import DomainKit

extension EventStore {
    /// Up to where the log went at a time: the position of the last event that was recorded then or before.
    ///
    /// What counts is `recordedAt`, the store's clock, which never decreases along the log; the `time` of an event, when
    /// it happened, may be any.
    ///
    /// - Parameter time: The time; for one that is still to come, it is the head of this moment.
    /// - Returns: The position; 0 where nothing was recorded by then.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    /// - Complexity: O(log *n*) events are read of *n* in the log.
    public func position(at time: Instant) async throws -> Position {
        // Everything up to the one is recorded by then, and nothing behind the other.
        var reached: Position = 0
        var end = try await head()
        while reached < end {
            let middle = end - (end - reached) / 2
            if try await event(at: middle).recordedAt <= time { reached = middle } else { end = middle - 1 }
        }
        return reached
    }
}
