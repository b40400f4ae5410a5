public import AuthDomain

extension LMDBSecretStore: SessionStore {
    /// Stores a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - token: Its token.
    /// - Throws: `AuthError` `notFound` if its account has no key; ``SecretsError``.
    public func insert(_ session: Session, for token: Token) async throws {
        try await write { database, transaction in
            try database.removeSession(SecretsDatabase.key(of: session.id, session.account), in: transaction)
            try database.put(session, token: database.hash(of: token), in: transaction)
        }
    }

    /// The session of a token.
    ///
    /// - Parameter token: The token.
    /// - Returns: The session, expired or not; `nil` if there is none.
    /// - Throws: ``SecretsError``.
    public func session(for token: Token) async throws -> Session? {
        try read { database, transaction in
            guard let owner = try transaction.value(of: RecordKey(.sessionTokens, database.hash(of: token))) else {
                return nil
            }
            var reader = ByteReader(owner)
            let account: AccountID = try reader.identity()
            let key = SecretsDatabase.key(of: try reader.identity(), account)
            guard let value = try transaction.value(of: key),
                let personKey = try database.key(of: account, in: transaction)
            else { return nil }
            return try database.session((key.bytes, value), under: personKey)
        }
    }

    /// The sessions of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The sessions, expired or not.
    /// - Throws: ``SecretsError``.
    public func sessions(of account: AccountID) async throws -> [Session] {
        try read { database, transaction in try database.sessions(of: account, in: transaction) }
    }

    /// Reads and changes a session in one transaction; no effect if there is none.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - account: Its account.
    ///   - change: Changes the session. It may be called more than once.
    /// - Throws: ``SecretsError``.
    public func updateSession(
        _ id: SessionID, of account: AccountID, _ change: @escaping @Sendable (inout Session) -> Void
    ) async throws {
        try await write { database, transaction in
            let key = SecretsDatabase.key(of: id, account)
            guard let value = try transaction.value(of: key),
                let personKey = try database.key(of: account, in: transaction)
            else { return }
            let former = try database.session((key.bytes, value), under: personKey)
            var session = former
            change(&session)
            guard session != former else { return }
            try database.put(session, token: Array(value.prefix(Sodium.hashByteCount)), in: transaction)
        }
    }

    /// Removes a session; no effect if there is none.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - account: Its account.
    /// - Throws: ``SecretsError``.
    public func removeSession(_ id: SessionID, of account: AccountID) async throws {
        try await write { database, transaction in
            try database.removeSession(SecretsDatabase.key(of: id, account), in: transaction)
        }
    }

    /// Removes the sessions of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - kept: A session to keep; `nil` to remove all.
    /// - Throws: ``SecretsError``.
    public func removeSessions(of account: AccountID, except kept: SessionID?) async throws {
        try await write { database, transaction in
            let keptKey = kept.map { SecretsDatabase.key(of: $0, account) }
            for record in try transaction.records(with: RecordKey(.sessions, account.bytes)) {
                let key = RecordKey(stored: record.key)
                if key != keptKey { try database.removeSession(key, in: transaction) }
            }
        }
    }
}
