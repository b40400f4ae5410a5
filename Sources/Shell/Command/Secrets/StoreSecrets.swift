#if Server || All
    import AuthDomain
    import AuthSecrets
    import NacreTool

    /// The secrets of a store: those beside its log, in `secrets.mdb` and `keys`.
    struct StoreSecrets {
        /// The folder of the store.
        let path: String

        /// Its log.
        let log: any AccountLog

        /// Opens the secrets that belong to the log.
        ///
        /// - Parameters:
        ///   - sodium: The library.
        ///   - isCreating: Whether they are created for a log without accounts.
        /// - Returns: The secrets; the caller closes them.
        /// - Throws: `SecretsError`, with the command that goes on where one does; errors of the log.
        func open(sodium: Sodium, isCreating: Bool) async throws -> LMDBSecretStore {
            do {
                return try await LMDBSecretStore.open(in: path, of: log, sodium: sodium, isCreating: isCreating)
            } catch let error as SecretsError {
                guard let remedy = remedy(for: error.code) else { throw error }
                throw SecretsError(error.code, "\(error.message); \(remedy)", cause: error)
            }
        }

        /// Opens the secrets that belong to the log, runs a closure, and closes them in any case.
        ///
        /// - Parameters:
        ///   - sodium: The library.
        ///   - isCreating: Whether they are created for a log without accounts.
        ///   - body: The work.
        /// - Returns: The result of `body`.
        /// - Throws: Errors of ``open(sodium:isCreating:)`` and of `body`.
        func withSecrets<Result>(
            sodium: Sodium, isCreating: Bool, _ body: (LMDBSecretStore) async throws -> Result
        ) async throws -> Result {
            let secrets = try await open(sodium: sodium, isCreating: isCreating)
            do {
                let result = try await body(secrets)
                await secrets.close()
                return result
            } catch {
                await secrets.close()
                throw error
            }
        }

        /// Opens the secrets, and the threads that hash passwords, runs a closure, and closes both in any case.
        ///
        /// - Parameters:
        ///   - isCreating: Whether the secrets are created for a log without accounts.
        ///   - body: The work.
        /// - Returns: The result of `body`.
        /// - Throws: Errors of opening and of `body`.
        func withHasher<Result>(
            isCreating: Bool, _ body: (LMDBSecretStore, SodiumPasswordHasher) async throws -> Result
        ) async throws -> Result {
            let sodium = try Sodium()
            let hasher = try await SodiumPasswordHasher.open(sodium: sodium)
            do {
                let result = try await withSecrets(sodium: sodium, isCreating: isCreating) { secrets in
                    try await body(secrets, hasher)
                }
                await hasher.close()
                return result
            } catch {
                await hasher.close()
                throw error
            }
        }

        /// Creates secrets if there are none, whatever the log has.
        ///
        /// - Returns: Whether there were none.
        /// - Throws: `SecretsError`; errors of the log.
        func create() async throws -> Bool {
            do {
                try await LMDBSecretStore.open(in: path, sodium: Sodium(), isCreating: false).close()
                return false
            } catch let error as SecretsError where error.code == .noSecrets {
                try await bind(isCreating: true)
                return true
            }
        }

        /// Makes the secrets those of the log as it is now.
        ///
        /// - Throws: `SecretsError`; errors of the log.
        func bind() async throws { try await bind(isCreating: false) }

        private func bind(isCreating: Bool) async throws {
            let secrets = try await LMDBSecretStore.open(in: path, sodium: Sodium(), isCreating: isCreating)
            do {
                try await secrets.bind(to: log)
            } catch {
                await secrets.close()
                throw error
            }
            await secrets.close()
        }

        private func remedy(for code: SecretsError.Code) -> String? {
            switch code {
            case .noSecrets: "to begin with new secrets: \(NacreProgram.name) secrets create --store \(path)"
            case .otherLog, .otherHistory:
                "to use them with this log all the same: \(NacreProgram.name) secrets bind --store \(path)"
            default: nil
            }
        }
    }
#endif
