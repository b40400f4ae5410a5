public import AuthDomain

/// Where a client keeps the tokens of its sessions, one for each place at which it is signed in.
///
/// A token is as good as a password while its session lasts. Each call is atomic. Calls may come from any task and from
/// several processes at once.
public protocol SessionStorage: Sendable {
    /// The token of the session at a place.
    ///
    /// - Parameter place: The server or the store.
    /// - Returns: The token, of a session that may have ended; `nil` if there is none.
    /// - Throws: ``SessionStorageError``.
    func load(at place: SessionPlace) async throws -> Token?

    /// Stores the token of a new session, in place of the former one.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - place: The server or the store.
    /// - Throws: ``SessionStorageError``.
    func save(_ token: Token, at place: SessionPlace) async throws

    /// Removes the token of a session; no effect if there is none.
    ///
    /// - Parameter place: The server or the store.
    /// - Throws: ``SessionStorageError``.
    func remove(at place: SessionPlace) async throws
}
