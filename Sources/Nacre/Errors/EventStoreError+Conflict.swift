extension EventStoreError {
    /// The error for a commit with rules that did not hold.
    public static func conflict(_ violations: [Violation]) -> EventStoreError {
        let list = violations.map(\.description).joined(separator: "; ")
        let remedy = violations.count == 1 ? "read it again and decide again" : "read them again and decide again"
        return EventStoreError(
            .conflict, "\(list): \(remedy)", violations: violations, outcome: .notWritten)
    }

    /// The error for a commit with rules that did not hold.
    ///
    /// - Parameters:
    ///   - violations: The rules.
    ///   - head: The head of the log that they were judged on.
    /// - Returns: The error.
    public static func conflict(_ violations: [Violation], head: Position) -> EventStoreError {
        var error = conflict(violations)
        error.head = head
        return error
    }

    /// The error for a position that is not in the log.
    public static func noSuchPosition(_ position: Position, head: Position) -> EventStoreError {
        EventStoreError(
            .noSuchPosition, "position \(position) is not in the log, whose positions are 1 to \(head)",
            position: position)
    }
}
