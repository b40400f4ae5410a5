import DomainKit

extension InMemorySecretStore {
    /// Writes a hash, and the address of a new account.
    public func prepare(_ password: PreparedPassword) {
        entries[password.account, default: Entry()].passwords[password.credential] = password
        if let address = password.address { entries[password.account]?.address = address }
    }

    /// A hash.
    public func passwordHash(_ credential: CredentialID, of account: AccountID) -> PasswordHash? {
        entries[account]?.passwords[credential]?.hash
    }

    /// All hashes of an account.
    public func credentials(of account: AccountID) -> [StoredCredential] {
        entries[account]?.passwords.values.map { StoredCredential(id: $0.credential, preparedAt: $0.preparedAt) } ?? []
    }

    /// Removes a hash.
    public func removeCredential(_ credential: CredentialID, of account: AccountID) {
        change(account) { $0.passwords[credential] = nil }
    }

    /// Stores a new session.
    public func insert(_ session: Session, for token: Token) {
        entries[session.account, default: Entry()].sessions[token.key] = session
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

    /// Replaces a session by a changed one.
    public func update(_ session: Session) {
        change(session.account) { entry in
            guard let key = entry.sessions.first(where: { $0.value.id == session.id })?.key else { return }
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
    public func replace(with link: Link, for token: Token) {
        var entry = entries[link.account] ?? Entry()
        entry.links = entry.links.filter { !$0.value.purpose.isOfKind(link.purpose) }
        entry.links[token.key] = link
        entries[link.account] = entry
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
