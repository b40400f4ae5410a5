import NacreLMDB

extension LMDBEventStore {
    /// Runs a body, and closes the store whatever happens.
    func closed<Result: Sendable>(
        after body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await closing(close) { try await body(self) }
    }
}
