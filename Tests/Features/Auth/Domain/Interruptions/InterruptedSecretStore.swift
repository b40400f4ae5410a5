import AuthDomain
import DomainKit

/// A secret store whose writes an ``Interruption`` may prevent.
struct InterruptedSecretStore {
    let inner = InMemorySecretStore()
    let interruption: Interruption
}

extension InterruptedSecretStore: SecretStore {
    func accounts(after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try interruption.read()
        return await inner.accounts(after: account, limit: limit)
    }

    func erase(_ account: AccountID) async throws {
        try interruption.write()
        await inner.erase(account)
    }

    func removeExpired(at time: Instant, attemptsBefore attempts: Instant) async throws {
        try interruption.write()
        await inner.removeExpired(at: time, attemptsBefore: attempts)
    }

    func prepare(_ password: PreparedPassword) async throws {
        try interruption.write()
        await inner.prepare(password)
    }

    func passwordHash(_ credential: CredentialID, of account: AccountID) async throws -> PasswordHash? {
        try interruption.read()
        return await inner.passwordHash(credential, of: account)
    }

    func credentials(of account: AccountID) async throws -> [StoredCredential] {
        try interruption.read()
        return await inner.credentials(of: account)
    }

    func removeCredential(_ credential: CredentialID, of account: AccountID) async throws {
        try interruption.write()
        await inner.removeCredential(credential, of: account)
    }

    func claim(of address: EmailAddress) async throws -> EmailClaim {
        try interruption.read()
        return await inner.claim(of: address)
    }

    func address(of account: AccountID) async throws -> EmailAddress? {
        try interruption.read()
        return await inner.address(of: account)
    }

    func insert(_ session: Session, for token: Token) async throws {
        try interruption.write()
        await inner.insert(session, for: token)
    }

    func session(for token: Token) async throws -> Session? {
        try interruption.read()
        return await inner.session(for: token)
    }

    func sessions(of account: AccountID) async throws -> [Session] {
        try interruption.read()
        return await inner.sessions(of: account)
    }

    func update(_ session: Session) async throws {
        try interruption.write()
        await inner.update(session)
    }

    func removeSession(_ id: SessionID, of account: AccountID) async throws {
        try interruption.write()
        await inner.removeSession(id, of: account)
    }

    func removeSessions(of account: AccountID, except kept: SessionID?) async throws {
        try interruption.write()
        await inner.removeSessions(of: account, except: kept)
    }

    func replace(with link: Link, for token: Token) async throws {
        try interruption.write()
        await inner.replace(with: link, for: token)
    }

    func link(for token: Token) async throws -> Link? {
        try interruption.read()
        return await inner.link(for: token)
    }

    func removeLink(for token: Token) async throws {
        try interruption.write()
        await inner.removeLink(for: token)
    }

    func updateAttempts<Result: Sendable>(
        _ key: AttemptKey, _ change: @escaping @Sendable (inout Attempts?) -> Result
    ) async throws -> Result {
        try interruption.write()
        return await inner.updateAttempts(key, change)
    }
}
