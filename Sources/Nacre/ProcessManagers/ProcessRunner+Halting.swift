extension ProcessRunner {
    /// Tries the event that halts the process again, and goes on.
    ///
    /// A process that is not halted catches up.
    ///
    /// - Parameter progress: Is told, after every event, its position and the head.
    /// - Returns: The head.
    /// - Throws: What ``catchUp(progress:)`` throws.
    @discardableResult
    public func retry(progress: ((_ position: Position, _ head: Position) -> Void)? = nil) async throws -> Position {
        try await journal.retry()
        return try await catchUp(progress: progress)
    }

    /// Has the process pass over an event, for good, and goes on: the one that halts it, or any that it has not dealt with.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - reason: Why the event may be passed over, which the process's stream keeps: 1 to
    ///     ``ProjectionSkip/reasonBytes`` of UTF-8.
    ///   - progress: Is told, after every event, its position and the head.
    /// - Returns: The head.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the process has dealt with
    ///   the position, or the reason is outside its limits; with code ``EventStoreError/Code/noSuchPosition`` where no
    ///   event stands there; otherwise what ``catchUp(progress:)`` throws, also where another event halts the process.
    @discardableResult
    public func skip(
        _ position: Position, reason: String, progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await journal.skip(position, reason: reason)
        return try await catchUp(progress: progress)
    }
}
