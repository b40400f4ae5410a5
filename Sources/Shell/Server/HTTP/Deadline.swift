/// Runs work until it ends or its time is over.
///
/// - Parameters:
///   - time: The longest time.
///   - work: The work. It is cancelled when its time is over.
/// - Returns: The result; `nil` if the time was over first. The work has ended in any case.
/// - Throws: The errors of `work`; `CancellationError` if the task is cancelled.
func withDeadline<Result: Sendable>(
    _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
    }
}
