import Foundation

extension BenchmarkEngine {
    /// Opens a store, runs a body, and closes the store whatever happens.
    ///
    /// - Parameters:
    ///   - folder: The store, or an empty folder.
    ///   - body: What to do with it.
    /// - Returns: What `body` returns.
    /// - Throws: Where it cannot be opened or closed; what `body` throws.
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
