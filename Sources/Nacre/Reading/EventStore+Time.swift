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

    /// When the log begins: when its first event was recorded.
    ///
    /// - Returns: The time; `nil` where there is no event.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    public func beginning() async throws -> Instant? {
        guard try await head() > 0 else { return nil }
        return try await event(at: 1).recordedAt
    }

    /// When the first of the log's events had happened, by their `time`, if that is after another time.
    ///
    /// - Parameter time: The other time.
    /// - Returns: When; `nil` where an event had happened by then, or there is none at all.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    /// - Complexity: O(*n*) events are read until one had happened by then, which mostly the first had.
    public func firstHappening(after time: Instant) async throws -> Instant? {
        var first: Instant?
        for try await event in readLog() {
            guard event.time > time else { return nil }
            first = min(first ?? event.time, event.time)
        }
        return first
    }
}
