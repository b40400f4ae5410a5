package import Nacre

extension StoreOptions {
    /// A conflict with its token, and a position that an empty log does not have with that reason; any other error as it
    /// is.
    func explained(_ error: any Error, in storage: Storage) async -> any Error {
        guard var explained = error as? EventStoreError else { return error }
        do {
            switch (explained.code, explained.position) {
            case (.conflict, _): explained.token = try await storage.store.token(of: explained, inStoreAt: path)
            case (.noSuchPosition, let position?) where try await storage.store.head() == 0:
                explained.message = "position \(position) is not in the log, which is empty"
            default: break
            }
            return explained
        } catch let failure {
            // The error is what the command reports; without its explanation it is as true.
            Console.standard.diagnostics.notice("why it failed cannot be said more exactly: \(failure)")
            return error
        }
    }
}

extension EventStore {
    /// The token of a conflict, which the command `why` takes.
    ///
    /// - Parameters:
    ///   - conflict: The error of an append to this store.
    ///   - path: The folder of the store, for a refusal that is too long for a token.
    /// - Returns: The token; `nil` if the log does not show the conflict, or it is too large for a file.
    /// - Throws: `EventStoreError` if the log cannot be read; ``FileError`` if the file cannot be written.
    package func token(of conflict: EventStoreError, inStoreAt path: String) async throws -> String? {
        guard let refused = try await RefusedCommit(of: conflict, in: self) else { return nil }
        return try RefusalToken.text(of: refused) ?? RefusalFolder(ofStore: path).write(refused)
    }
}
