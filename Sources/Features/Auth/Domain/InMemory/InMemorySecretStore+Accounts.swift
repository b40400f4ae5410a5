import DomainKit

extension InMemorySecretStore {
    /// Writes a hash, and the address of a new account.
    public func prepare(_ password: PreparedPassword) throws {
        if let address = password.address { entries[password.account, default: Entry()].address = address }
        try changeExisting(password.account) { $0.passwords[password.credential] = password }
    }

    /// A hash.
    public func passwordHash(_ credential: CredentialID, of account: AccountID) -> PasswordHash? {
        entries[account]?.passwords[credential]?.hash
    }

    /// All hashes of an account.
    public func credentials(of account: AccountID) -> [StoredCredential] {
        entries[account]?.passwords.values.map { StoredCredential(id: $0.credential, preparedAt: $0.preparedAt) } ?? []
    }

    /// Replaces a hash by another one of the same password.
    public func replaceHash(_ credential: CredentialID, of account: AccountID, with hash: PasswordHash) {
        change(account) { entry in
            guard let former = entry.passwords[credential] else { return }
            entry.passwords[credential] = PreparedPassword(
                hash, as: credential, of: account, address: former.address, preparedAt: former.preparedAt)
        }
    }

    /// Removes a hash.
    public func removeCredential(_ credential: CredentialID, of account: AccountID) {
        change(account) { $0.passwords[credential] = nil }
    }

    /// Stores a new session.
    public func insert(_ session: Session, for token: Token) throws {
        try changeExisting(session.account) { $0.sessions[token.key] = session }
    }

    /// The session of a token.
    public func session(for token: Token) -> Session? {
        let key = token.key
        return entries.values.lazy.compactMap { $0.sessions[key] }.first
    }

    /// The sessions of an account.
    public func sessions(of account: AccountID) -> [Session] {
        entries[account].map { Array($0.sessions.values) } ?? []
    }

    /// Reads and changes a session in one step of the actor.
    public func updateSession(
        _ id: SessionID, of account: AccountID, _ change: @escaping @Sendable (inout Session) -> Void
    ) {
        self.change(account) { entry in
            guard let (key, found) = entry.sessions.first(where: { $0.value.id == id }) else { return }
            var session = found
            change(&session)
            entry.sessions[key] = session
        }
    }

    /// Removes a session.
    public func removeSession(_ id: SessionID, of account: AccountID) {
        change(account) { entry in entry.sessions = entry.sessions.filter { $0.value.id != id } }
    }

    /// Removes the sessions of an account.
    public func removeSessions(of account: AccountID, except kept: SessionID?) {
        change(account) { entry in entry.sessions = entry.sessions.filter { $0.value.id == kept } }
    }

    /// Stores a link, in place of all of the account's links of the same kind.
    public func replace(with link: Link, for token: Token) throws {
        try changeExisting(link.account) { entry in
            entry.links = entry.links.filter { !$0.value.purpose.isOfKind(link.purpose) }
            entry.links[token.key] = link
        }
    }

    /// The link of a token.
    public func link(for token: Token) -> Link? {
        let key = token.key
        return entries.values.lazy.compactMap { $0.links[key] }.first
    }

    /// Removes the link of a token.
    public func removeLink(for token: Token) {
        guard let account = link(for: token)?.account else { return }
        change(account) { $0.links[token.key] = nil }
    }
}

extension Token {
    fileprivate var key: [UInt8] {
        bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
