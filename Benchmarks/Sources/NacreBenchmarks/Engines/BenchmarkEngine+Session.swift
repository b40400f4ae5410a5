import Foundation

extension BenchmarkEngine {
    /// Opens a store, runs a body, and closes the store in every case.
    func withSession<Result>(
        _ folder: URL, _ body: (any EngineSession) async throws -> Result
    ) async throws -> Result {
        let session = try await open(folder)
        return try await closing(session.close) { try await body(session) }
    }
}
