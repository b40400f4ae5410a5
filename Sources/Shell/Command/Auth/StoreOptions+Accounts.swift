#if Server || All
    import AuthDomain
    import AuthInfrastructure
    import AuthSecrets
    import DomainKit
    import Nacre
    import NacreRuntime
    import NacreTool
    import Shell

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    extension StoreOptions<NacreProgram> {
        /// Opens the store and the secrets beside its log, runs use cases of accounts, and closes both in any case.
        ///
        /// - Parameters:
        ///   - isCreating: Whether a missing store is created.
        ///   - body: The work.
        /// - Returns: The result of `body`.
        /// - Throws: Errors of opening and of `body`.
        func withAccounts<Result>(
            creatingStore isCreating: Bool = false, _ body: (AuthUseCases) async throws -> Result
        ) async throws -> Result {
            try await withStorage(isCreating ? .writing : .rebuilding) { storage in
                let log = EventStoreAccountLog(of: storage.store)
                let beside = StoreSecrets(path: path, log: log)
                return try await beside.withHasher(isCreating: isCreating) { secrets, hasher in
                    let application = try Application(
                        on: storage,
                        options: .init(sealing: secrets, runtime: .init(logger: Console.standard.diagnostics.logger)))
                    return try await body(application.accounts(secrets: secrets, hasher: hasher).useCases)
                }
            }
        }

        /// The absolute path of the store, which exists, without symbolic links.
        var resolvedPath: String {
            get throws {
                guard let resolved = realpath(path, nil) else {
                    throw FileError(.inputOutput, "cannot find \(path)", systemError: errno)
                }
                defer { free(resolved) }
                return String(cString: resolved)
            }
        }
    }
#endif
