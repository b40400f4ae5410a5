import NacreLMDB

extension LMDBEventStore {
    /// Runs a body, and closes the store whatever happens.
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
