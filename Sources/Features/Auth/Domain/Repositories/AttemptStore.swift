/// The counts of attempts at e-mail addresses, of accounts or not.
public protocol AttemptStore: Sendable {
    /// Reads and changes a count in one step: no other change of it comes in between.
    ///
    /// - Parameters:
    ///   - key: What is counted.
    ///   - change: Changes the count; `nil` is a count of zero. It may be called more than once.
    /// - Returns: The result of the last call of `change`.
    /// - Throws: Errors of the storage.
    func updateAttempts<Result: Sendable>(
        _ key: AttemptKey, _ change: @escaping @Sendable (inout Attempts?) -> Result
    ) async throws -> Result
}
