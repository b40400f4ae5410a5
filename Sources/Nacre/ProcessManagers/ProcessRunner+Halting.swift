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
        let state = try await state()
        if let halt = state.halt {
            // Whoever comes in between has decided what becomes of the halt.
            _ = try await record(
                .retried(.init(eventID: halt.eventID, position: halt.position)), at: state.version)
        }
        return try await catchUp(progress: progress)
    }

    /// Has the process pass over the event that halts it, for good, and goes on.
    ///
    /// - Parameters:
    ///   - position: The position before which the process halts.
    ///   - reason: Why the event may be passed over, which the process's stream keeps: 1 to
    ///     ``ProjectionSkip/reasonBytes`` of UTF-8.
    ///   - progress: Is told, after every event, its position and the head.
    /// - Returns: The head.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the process does not halt
    ///   there, or the reason is outside its limits; otherwise what ``catchUp(progress:)`` throws.
    @discardableResult
    public func skip(
        _ position: Position, reason: String, progress: ((_ position: Position, _ head: Position) -> Void)? = nil
    ) async throws -> Position {
        try ProjectionSkip.validate(reason: reason)
        while true {
            let state = try await state()
            guard let halt = state.halt, halt.position == position else {
                let place = state.halt.map { "it halts before position \($0.position)" } ?? "it is not halted"
                throw EventStoreError.invalid(
                    "process \(quoted(manager.name)) cannot skip position \(position): \(place)")
            }
            let skip = ProcessRecord.skipped(
                ProcessRecord.Mark(eventID: halt.eventID, position: position), reason: reason)
            if try await record(skip, at: state.version) { return try await catchUp(progress: progress) }
        }
    }
}
