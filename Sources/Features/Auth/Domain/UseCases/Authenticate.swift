public import DomainKit

/// The account of a valid session.
public struct AuthenticatedAccount: Sendable, Equatable {
    /// The session.
    public let session: Session

    /// Whether its e-mail address is confirmed.
    public let isEmailConfirmed: Bool

    /// Its roles.
    public let roles: Set<Role>

    /// The account.
    public var id: AccountID { session.account }

    /// Creates the result.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - isEmailConfirmed: Whether its e-mail address is confirmed.
    ///   - roles: Its roles.
    public init(session: Session, isEmailConfirmed: Bool, roles: Set<Role>) {
        self.session = session
        self.isEmailConfirmed = isEmailConfirmed
        self.roles = roles
    }

    /// Requires a role.
    ///
    /// - Parameter role: The role.
    /// - Throws: ``AuthError`` `notAllowed` if the account does not have it.
    public func require(_ role: Role) throws(AuthError) {
        guard roles.contains(role) else { throw AuthError(code: .notAllowed) }
    }
}

/// Finding the account of a session's token.
///
/// Throws ``AuthError`` `sessionExpired` if the session has ended: by time, by signing out, by another password, or
/// with the account.
public protocol Authenticating: UseCase where Input == Token, Output == AuthenticatedAccount {}

/// Finds the accounts of sessions in a storage.
public struct Authenticate: Authenticating {
    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Finds the account of a session, and stores that the session was used.
    ///
    /// - Parameter token: The token of the session.
    /// - Returns: The account.
    /// - Throws: What ``Authenticating`` throws.
    public func callAsFunction(_ token: Token) async throws -> AuthenticatedAccount {
        let now = environment.time.now()
        guard var session = try await environment.secrets.session(for: token), now < session.expiresAt,
            let account = try await environment.repository.load(session.account).state.active,
            account.credential == session.credential
        else { throw AuthError(code: .sessionExpired) }
        if now >= session.lastUsedAt.advanced(by: environment.policy.sessionTouchInterval) {
            let policy = environment.policy
            policy.touch(&session, at: now)
            // What is stored may have changed since it was read: a session that has ended stays so, and a password that
            // was changed within the session stays in it.
            try await environment.secrets.updateSession(session.id, of: session.account) { policy.touch(&$0, at: now) }
        }
        return AuthenticatedAccount(
            session: session, isEmailConfirmed: account.isEmailConfirmed, roles: account.roles)
    }
}

extension AuthPolicy {
    /// Stores that a session was used, unless it has ended, or was used later.
    fileprivate func touch(_ session: inout Session, at now: Instant) {
        guard session.lastUsedAt < now, now < session.expiresAt else { return }
        session.lastUsedAt = now
        session.expiresAt = expiry(ofSessionSince: session.createdAt, usedAt: now)
    }

    /// When a session ends unless it is used before.
    func expiry(ofSessionSince start: Instant, usedAt now: Instant) -> Instant {
        min(now.advanced(by: idleSession), start.advanced(by: longestSession))
    }
}
