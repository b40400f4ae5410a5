extension ProcessRunner {
    /// Retries the event that halts the process, and continues.
    ///
    /// If the process is not halted, it catches up.
    ///
    /// - Parameter progress: Called after every event with its position and the head.
    /// - Returns: The head.
    /// - Throws: Errors of ``catchUp(progress:)``.
    @discardableResult
    public func retry(progress: ((_ position: Position, _ head: Position) -> Void)? = nil) async throws -> Position {
        // PROC-07: A halt of a process manager is an event, and so is a retry.
        try await journal.retry()
        return try await catchUp(progress: progress)
    }

    /// Skips an event permanently, and continues: the one that halts the process, or one that it has not handled yet.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - reason: Why the event may be skipped, which is recorded in the process's stream: 1 to
    ///     ``ProjectionSkip/reasonBytes`` of UTF-8.
    ///   - progress: Called after every event with its position and the head.
    /// - Returns: The head.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the process has already
    ///   handled the position or the reason is outside its limits, or with code
    ///   ``EventStoreError/Code/noSuchPosition`` if there is no event at the position; otherwise errors of
    ///   ``catchUp(progress:)``, including that another event halts the process.
    @discardableResult
    public func skip(
        _ position: Position, reason: String, progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try await journal.skip(position, reason: reason)
        return try await catchUp(progress: progress)
    }
}
