import AuthDomain
import DomainKit

/// A secret store whose writes an ``Interruption`` may prevent.
struct InterruptedSecretStore {
    let inner = InMemorySecretStore()
    let interruption: Interruption
}

extension InterruptedSecretStore: SecretStore {
    func accounts(after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try await interruption.read()
        return await inner.accounts(after: account, limit: limit)
    }

    func erase(_ account: AccountID) async throws {
        try await interruption.write()
        await inner.erase(account)
    }

    func removeExpired(at time: Instant, attemptsBefore attempts: Instant) async throws {
        try await interruption.write()
        await inner.removeExpired(at: time, attemptsBefore: attempts)
    }

    func prepare(_ password: PreparedPassword) async throws {
        try await interruption.write()
        try await inner.prepare(password)
    }

    func passwordHash(_ credential: CredentialID, of account: AccountID) async throws -> PasswordHash? {
        try await interruption.read()
        return await inner.passwordHash(credential, of: account)
    }

    func credentials(of account: AccountID) async throws -> [StoredCredential] {
        try await interruption.read()
        return await inner.credentials(of: account)
    }

    func removeCredential(_ credential: CredentialID, of account: AccountID) async throws {
        try await interruption.write()
        await inner.removeCredential(credential, of: account)
    }

    func claim(of address: EmailAddress) async throws -> EmailClaim {
        try await interruption.read()
        return await inner.claim(of: address)
    }

    func address(of account: AccountID) async throws -> EmailAddress? {
        try await interruption.read()
        return await inner.address(of: account)
    }

    func insert(_ session: Session, for token: Token) async throws {
        try await interruption.write()
        try await inner.insert(session, for: token)
    }

    func session(for token: Token) async throws -> Session? {
        try await interruption.read()
        return await inner.session(for: token)
    }

    func sessions(of account: AccountID) async throws -> [Session] {
        try await interruption.read()
        return await inner.sessions(of: account)
    }

    func updateSession(
        _ id: SessionID, of account: AccountID, _ change: @escaping @Sendable (inout Session) -> Void
    ) async throws {
        try await interruption.write()
        await inner.updateSession(id, of: account, change)
    }

    func replaceHash(_ credential: CredentialID, of account: AccountID, with hash: PasswordHash) async throws {
        try await interruption.write()
        await inner.replaceHash(credential, of: account, with: hash)
    }

    func removeSession(_ id: SessionID, of account: AccountID) async throws {
        try await interruption.write()
        await inner.removeSession(id, of: account)
    }

    func removeSessions(of account: AccountID, except kept: SessionID?) async throws {
        try await interruption.write()
        await inner.removeSessions(of: account, except: kept)
    }

    func replace(with link: Link, for token: Token) async throws {
        try await interruption.write()
        try await inner.replace(with: link, for: token)
    }

    func link(for token: Token) async throws -> Link? {
        try await interruption.read()
        return await inner.link(for: token)
    }

    func removeLink(for token: Token) async throws {
        try await interruption.write()
        await inner.removeLink(for: token)
    }

    func updateAttempts<Result: Sendable>(
        _ key: AttemptKey, _ change: @escaping @Sendable (inout Attempts?) -> Result
    ) async throws -> Result {
        try await interruption.write()
        return await inner.updateAttempts(key, change)
    }

    func answer(to request: RepeatableRequest, at time: Instant) async throws -> KeptAnswer? {
        try await interruption.read()
        return await inner.answer(to: request, at: time)
    }

    func keep(
        _ answer: [UInt8], to request: RepeatableRequest, of account: AccountID?, until expiry: Instant
    ) async throws {
        try await interruption.write()
        await inner.keep(answer, to: request, of: account, until: expiry)
    }
}
