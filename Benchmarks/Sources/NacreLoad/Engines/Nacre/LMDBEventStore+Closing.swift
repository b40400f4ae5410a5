package import NacreLMDB

extension LMDBEventStore {
    /// Runs a body, and closes the store in every case.
    package func closed<Result: Sendable>(
        after body: (LMDBEventStore) async throws -> Result
    ) async throws -> Result {
        try await closing(close) { try await body(self) }
    }
}
