public import AuthDomain

extension LMDBSecretStore: LinkStore {
    /// Stores a link, in place of all of the account's links of the same kind.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - token: Its token.
    /// - Throws: `AuthError` `notFound` if its account has no key; ``SecretsError``.
    public func replace(with link: Link, for token: Token) async throws {
        try await write { database, transaction in
            try database.put(link, token: database.hash(of: token), in: transaction)
        }
    }

    /// The link of a token.
    ///
    /// - Parameter token: The token.
    /// - Returns: The link, expired or not; `nil` if there is none.
    /// - Throws: ``SecretsError``.
    public func link(for token: Token) async throws -> Link? {
        try read { database, transaction in
            guard let key = try database.linkKey(of: token, in: transaction),
                let value = try transaction.value(of: key)
            else { return nil }
            var reader = ByteReader(RecordKey.parts(of: key.bytes))
            let account: AccountID = try reader.identity()
            guard let personKey = try database.key(of: account, in: transaction) else { return nil }
            return try database.link((key.bytes, value), under: personKey)
        }
    }

    /// Removes the link of a token; no effect if there is none.
    ///
    /// - Parameter token: The token.
    /// - Throws: ``SecretsError``.
    public func removeLink(for token: Token) async throws {
        try await write { database, transaction in
            guard let key = try database.linkKey(of: token, in: transaction) else { return }
            try database.removeLink(key, in: transaction)
        }
    }
}
