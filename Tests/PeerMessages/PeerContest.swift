/// The counts of a process that appends while another one does.
package struct PeerContest: Codable, Sendable {
    /// The number of acknowledged events.
    package var acknowledged = 0

    /// The number of conflicts with a violation that was real.
    package var realConflicts = 0

    /// The number of conflicts without a real violation.
    package var falseConflicts = 0

    package init() {}
}

extension PeerContest {
    /// Runs tasks at the same time, and adds up their counts.
    ///
    /// - Parameters:
    ///   - tasks: The number of tasks.
    ///   - body: The work of the task with a number, from 0.
    /// - Returns: The sum.
    /// - Throws: The first error of a task.
    package static func sum(
        of tasks: Int, _ body: @escaping @Sendable (_ task: Int) async throws -> PeerContest
    ) async throws -> PeerContest {
        try await withThrowingTaskGroup(of: PeerContest.self) { group in
            for task in 0..<tasks { group.addTask { try await body(task) } }
            return try await group.reduce(into: PeerContest()) { sum, part in
                sum.acknowledged += part.acknowledged
                sum.realConflicts += part.realConflicts
                sum.falseConflicts += part.falseConflicts
            }
        }
    }
}
