extension EventStoreError {
    /// The error for a commit of which only some events are recorded, or whose recorded events differ.
    ///
    /// - Parameters:
    ///   - recorded: The ids that are recorded.
    ///   - differing: Those that are recorded with another stream, type or data.
    ///   - count: The number of events in the commit.
    /// - Returns: The error, which names the ids concerned.
    public static func idempotencyMismatch(
        recorded: [EventID], differing: [EventID], of count: Int
    ) -> EventStoreError {
        let concerned = recorded.count == count ? differing : recorded
        // A commit may have 100,000 events; three ids suffice to find it.
        let names = concerned.prefix(3).map(\.description).joined(separator: ", ") + (concerned.count > 3 ? ", …" : "")
        let finding =
            recorded.count == count
            ? "\(differing.count) of the commit's \(count) events are recorded with another stream, type or data"
            : "\(recorded.count) of the commit's \(count) events are recorded already"
        return EventStoreError(
            .idempotencyMismatch,
            "\(finding) (\(names)): repeat the commit unchanged, or give new events new ids",
            eventIDs: concerned, outcome: .notWritten)
    }
}
