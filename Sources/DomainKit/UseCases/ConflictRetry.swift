/// How often work that meets a ``ConcurrencyConflict`` is tried again.
///
/// A conflict is real news, not a fault: the second attempt sees what has changed and may decide otherwise. The number
/// of attempts is bounded so that work on a thing that everybody writes to ends with an error rather than never.
public struct ConflictRetry: Sendable, Hashable {
    /// How many attempts are made in all, the first included; at least 1.
    public let attempts: Int

    /// Creates a policy.
    ///
    /// - Parameter attempts: How many attempts are made in all, the first included; less than 1 counts as 1.
    public init(attempts: Int = 5) {
        self.attempts = max(1, attempts)
    }

    /// Does the work, again after each conflict until the attempts are used up.
    ///
    /// - Parameter work: Everything that must be done anew: loading, deciding and saving.
    /// - Returns: What the first attempt without a conflict returns.
    /// - Throws: The last attempt's ``ConcurrencyConflict``; `CancellationError` where the task is cancelled between
    ///   two attempts; any other error of the work at once.
    public func callAsFunction<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 1..<attempts {
            do {
                return try await work()
            } catch is ConcurrencyConflict {
                try Task.checkCancellation()
            }
        }
        return try await work()
    }
}
