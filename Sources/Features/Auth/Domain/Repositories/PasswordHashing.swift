/// Hashes passwords with a slow, salted hash.
public protocol PasswordHashing: Sendable {
    /// Hashes a password with a new salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: The hash.
    /// - Throws: ``AuthError`` `busy` if too many passwords are waiting; `CancellationError` if the task is cancelled
    ///   while waiting.
    func hash(_ password: Password) async throws -> PasswordHash

    /// Whether a password has a hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; `nil` to do the same work against a hash that no password has, so that the time does not
    ///     show whether there is one.
    /// - Returns: Whether the password has the hash; `false` if there is none.
    /// - Throws: ``AuthError`` `busy` if too many passwords are waiting; `CancellationError` if the task is cancelled
    ///   while waiting.
    func verify(_ password: Password, against hash: PasswordHash?) async throws -> Bool
}
