/// The sessions of accounts.
///
/// Only the hash of a session's token is stored.
public protocol SessionStore: Sendable {
    /// Stores a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - token: Its token.
    /// - Throws: ``AuthError`` `notFound` if its account was erased, or never had a password; errors of the storage.
    func insert(_ session: Session, for token: Token) async throws

    /// The session of a token.
    ///
    /// - Parameter token: The token.
    /// - Returns: The session, expired or not; `nil` if there is none.
    /// - Throws: Errors of the storage.
    func session(for token: Token) async throws -> Session?

    /// The sessions of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The sessions, expired or not, in any order.
    /// - Throws: Errors of the storage.
    func sessions(of account: AccountID) async throws -> [Session]

    /// Reads and changes a session in one step: no other change of it comes in between. No effect if there is none.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - account: Its account.
    ///   - change: Changes the session. It may be called more than once.
    /// - Throws: Errors of the storage.
    func updateSession(
        _ id: SessionID, of account: AccountID, _ change: @escaping @Sendable (inout Session) -> Void
    ) async throws

    /// Removes a session; no effect if there is none.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - account: Its account.
    /// - Throws: Errors of the storage.
    func removeSession(_ id: SessionID, of account: AccountID) async throws

    /// Removes the sessions of an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - kept: A session to keep; `nil` to remove all.
    /// - Throws: Errors of the storage.
    func removeSessions(of account: AccountID, except kept: SessionID?) async throws
}
