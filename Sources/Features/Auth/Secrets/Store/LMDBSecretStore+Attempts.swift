public import AuthDomain

extension LMDBSecretStore: AttemptStore {
    /// Reads and changes a count in one transaction.
    ///
    /// - Parameters:
    ///   - key: What is counted.
    ///   - change: Changes the count; `nil` is a count of zero. It may be called more than once.
    /// - Returns: The result of the last call of `change`.
    /// - Throws: ``SecretsError``.
    public func updateAttempts<Result: Sendable>(
        _ key: AttemptKey, _ change: @escaping @Sendable (inout Attempts?) -> Result
    ) async throws -> Result {
        try await write { database, transaction in
            let former = try database.attempts(key, in: transaction)
            var attempts = former
            let result = change(&attempts)
            if attempts != former { try database.put(attempts, for: key, in: transaction) }
            return result
        }
    }
}
