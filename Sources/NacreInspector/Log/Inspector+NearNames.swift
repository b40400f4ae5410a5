import NacreTool

extension Inspector {
    /// How long near names are looked for.
    private static let patienceForNames = Duration.seconds(2)

    /// Which names no event has, and which names are near.
    ///
    /// - Parameter criteria: The criteria with the names.
    /// - Returns: The sentences.
    /// - Throws: Errors of the store.
    func nearNames(for criteria: EventCriteria) async throws -> [String] {
        try await withThrowingTaskGroup(of: [String]?.self) { group in
            group.addTask { [runtime] in try await NearNames(in: runtime).notes(for: criteria) }
            group.addTask {
                try await Task.sleep(for: Self.patienceForNames)
                return nil
            }
            defer { group.cancelAll() }
            if let notes = try await group.next() ?? nil { return notes }
            return [
                "Near names were looked for in a part of the log only: it is large. The command looks for all."
            ]
        }
    }
}
