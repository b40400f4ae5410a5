import Nacre

extension StorageEngine {
    /// Opens the store for some work, and closes it however the work ends.
    ///
    /// - Parameters:
    ///   - purpose: What it is opened for.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: The errors of opening and of `body`.
    func use<Result>(for purpose: StoragePurpose, _ body: (Storage) async throws -> Result) async throws -> Result {
        let storage = try await open(for: purpose)
        do {
            let result = try await body(storage)
            await storage.close()
            return result
        } catch {
            await storage.close()
            throw error
        }
    }
}
