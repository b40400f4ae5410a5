extension EventStoreError {
    /// Makes the error of a commit that is recorded in part, or otherwise than it is given now.
    ///
    /// - Parameters:
    ///   - recorded: How many of its events are recorded as they are given.
    ///   - missing: The ids of those that are not recorded.
    ///   - different: The ids of those that are recorded with another stream, type or data.
    /// - Returns: The error; its `eventIDs` are those that are recorded otherwise, else those that are missing.
    public static func idempotencyMismatch(
        recorded: Int, missing: [EventID], different: [EventID]
    ) -> EventStoreError {
        var parts: [String] = []
        if !different.isEmpty {
            parts.append("recorded already with another stream, type or data: \(list(different))")
        }
        if recorded > 0, !missing.isEmpty {
            parts.append("\(recorded) recorded already, but not \(list(missing))")
        }
        let remedy = "repeat a commit as it was, or give new events new ids"
        return EventStoreError(
            .idempotencyMismatch, "of the events of this commit, \(parts.joined(separator: "; ")): \(remedy)",
            eventIDs: different.isEmpty ? missing : different, outcome: .notWritten)
    }

    private static func list(_ ids: [EventID]) -> String {
        let shown = ids.prefix(3).map(\.description).joined(separator: ", ")
        return ids.count > 3 ? "\(shown) and \(ids.count - 3) more" : shown
    }
}
