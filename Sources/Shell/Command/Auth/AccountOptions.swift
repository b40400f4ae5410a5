#if Server || All
    import ArgumentParser
    import AuthDomain
    import AuthRemote
    import AuthSessions
    import NacreTool

    /// Where the accounts are on which a command runs: in a store, or with a server.
    struct AccountOptions: ParsableArguments {
        @OptionGroup var store: StoreOptions<NacreProgram>
        @OptionGroup var server: ServerOption

        func validate() throws {
            try server.validate(beside: store)
        }

        /// Runs a command on the accounts.
        ///
        /// - Parameters:
        ///   - isCreating: Whether a missing store is created.
        ///   - body: The command.
        /// - Throws: Errors of opening, of the network and of `body`.
        func withAccounts(
            creatingStore isCreating: Bool = false, _ body: (AccountsClient) async throws -> Void
        ) async throws {
            let sessions = try UserSessions.storage()
            if let address = server.address {
                try await ServerConnection.with(address) { transport in
                    let place = SessionPlace(server: address)
                    try await body(
                        AccountsClient(
                            useCases: .remote(over: transport), sessions: sessions, place: place,
                            answers: UserCache.answers(of: address)))
                }
            } else {
                try await store.withAccounts(creatingStore: isCreating) { useCases in
                    let place = SessionPlace(store: try store.resolvedPath)
                    try await body(AccountsClient(useCases: useCases, sessions: sessions, place: place))
                }
            }
        }
    }
#endif
