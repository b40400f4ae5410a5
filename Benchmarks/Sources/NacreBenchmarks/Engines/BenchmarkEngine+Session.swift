import Foundation

extension BenchmarkEngine {
    /// Opens a store, runs a body, and closes the store whatever happens.
    func withSession<Result>(
        _ folder: URL, _ body: (any EngineSession) async throws -> Result
    ) async throws -> Result {
        let session = try await open(folder)
        let result: Result
        do {
            result = try await body(session)
        } catch {
            // The first error says what went wrong; one of closing would only hide it.
            try? await session.close()
            throw error
        }
        try await session.close()
        return result
    }
}
