public import DomainKit

extension EventStore {
    /// The position that the log had reached at a time: that of the last event recorded at or before it.
    ///
    /// The search uses `recordedAt`, the store's clock, which never decreases along the log. An event's `time`, when
    /// it happened, is not considered.
    ///
    /// - Parameter time: The time. For a future time, the result is the current head.
    /// - Returns: The position; 0 if nothing was recorded by then.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    /// - Complexity: Reads O(log *n*) of the *n* events in the log.
    public func position(at time: Instant) async throws -> Position {
        // Invariant of the binary search: events up to `reached` were recorded by then, events after `end` were not.
        var reached: Position = 0
        var end = try await head()
        while reached < end {
            let middle = end - (end - reached) / 2
            if try await event(at: middle).recordedAt <= time { reached = middle } else { end = middle - 1 }
        }
        return reached
    }

    /// The time at which the log begins: the `recordedAt` of its first event.
    ///
    /// - Returns: The time; `nil` if the log is empty.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func beginning() async throws -> Instant? {
        guard try await head() > 0 else { return nil }
        return try await event(at: 1).recordedAt
    }

    /// The earliest `time` of any event in the log, if it is after a given time.
    ///
    /// - Parameter time: The given time.
    /// - Returns: The earliest `time`; `nil` if an event had happened by the given time, or the log is empty.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    /// - Complexity: O(*n*). Reading stops at the first event that had happened by then, usually the first one in the
    ///   log.
    public func earliestTime(after time: Instant) async throws -> Instant? {
        var first: Instant?
        for try await event in readLog() {
            guard event.time > time else { return nil }
            first = min(first ?? event.time, event.time)
        }
        return first
    }
}
