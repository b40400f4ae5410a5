import AuthSecrets
import Foundation
import TestFolders

@testable import AuthSecrets

extension TemporaryFolder {
    /// Opens the secrets of the folder.
    func openSecrets(onStep: @escaping SecretsStep.Handler = { _ in }) async throws -> LMDBSecretStore {
        try await LMDBSecretStore.open(in: path, sodium: try Sodium(), mapSize: 64 << 20, onStep: onStep)
    }

    /// Opens the secrets of the folder, and closes them after a closure.
    @discardableResult
    func withSecrets<Result>(_ body: (LMDBSecretStore) async throws -> Result) async throws -> Result {
        let store = try await openSecrets()
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    /// The names of the files in the folder.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
