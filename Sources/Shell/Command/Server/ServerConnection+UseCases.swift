#if Server || All
    import AuthDomain
    import AuthRemote
    import AuthSessions
    import FeatureAPI

    extension ServerConnection {
        /// Connects in the session that this user keeps, and runs use cases of items and profiles.
        ///
        /// An operator sees all items, as at a store; any other user the own ones. While the server cannot be reached,
        /// queries are answered by ``KeptAnswers``.
        ///
        /// - Parameters:
        ///   - address: The address of the server.
        ///   - body: Runs the use cases.
        /// - Returns: The result of `body`.
        /// - Throws: ``NotSignedIn``; `AuthError` if the session has ended; errors of the network and of `body`.
        static func withUseCases<Result>(
            _ address: ServerAddress, _ body: (PlacedUseCases) async throws -> Result
        ) async throws -> Result {
            let sessions = try UserSessions.storage()
            return try await with(address) { transport in
                let accounts = AccountsClient(
                    useCases: .remote(over: transport), sessions: sessions, place: SessionPlace(server: address))
                let token = try await accounts.token()
                let answers = await KeptAnswers(of: address)
                return try await finishing {
                    answers.close()
                } after: {
                    try await answers.withUseCases(token, accounts.useCases, over: transport, body)
                }
            }
        }
    }
#endif
