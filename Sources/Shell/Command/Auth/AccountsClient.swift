#if Server || All
    import AuthDomain
    import AuthSessions

    /// The accounts of a store or a server, and the session that this user keeps for it.
    struct AccountsClient {
        /// The use cases.
        let useCases: AuthUseCases

        /// The sessions that this user keeps.
        let sessions: any SessionStorage

        /// The store or the server.
        let place: SessionPlace

        /// The answers of the server that are kept for its session; `nil` for a store.
        var answers: AnswerFolder?

        /// The token of the kept session, which may have ended.
        ///
        /// - Returns: The token.
        /// - Throws: ``NotSignedIn`` if there is none; `SessionStorageError`.
        func token() async throws -> Token {
            guard let token = try await sessions.load(at: place) else { throw NotSignedIn(place: place) }
            return token
        }
    }

    /// A command needs a session, and none is kept.
    struct NotSignedIn: Error, CustomStringConvertible {
        /// The store or the server.
        let place: SessionPlace

        var description: String { "not signed in at \(place): run nacre auth sign-in first" }
    }
#endif
