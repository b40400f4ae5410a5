import NacreLMDB

extension LMDBEventStore {
    /// Runs a body, and closes the store whatever happens.
    ///
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    func closed<Result: Sendable>(
        after body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(self))
        } catch {
            outcome = .failure(error)
        }
        await close()
        return try outcome.get()
    }
}
