import DomainKit
import Nacre

#if Server || All
    import AuthInfrastructure
    import AuthSecrets

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
#endif

/// The sealing of personal data in a store, if the store has the secrets of accounts.
struct StoreSealing {
    /// The folder of the store.
    let path: String

    /// Its log.
    let log: any EventStore

    /// Opens the secrets, runs a closure, and closes them.
    ///
    /// - Parameter body: Gets the sealing; `nil` if the store has no secrets, or the program was built without the
    ///   traits that can open them.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of opening and of `body`.
    func run<Result>(_ body: ((any PersonalDataSealing)?) async throws -> Result) async throws -> Result {
        #if Server || All
            guard FileManager.default.fileExists(atPath: "\(path)/\(LMDBSecretStore.fileName)") else {
                return try await body(nil)
            }
            return try await StoreSecrets(path: path, log: EventStoreAccountLog(of: log))
                .withSecrets(sodium: Sodium(), isCreating: false) { try await body($0) }
        #else
            return try await body(nil)
        #endif
    }
}
