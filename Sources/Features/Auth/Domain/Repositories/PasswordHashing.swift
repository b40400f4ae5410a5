/// Hashes passwords with a slow, salted hash.
///
/// Passwords wait in a bounded queue. A use case takes its place before it writes anything, so that what is refused as
/// `busy` has written nothing.
public protocol PasswordHashing: Sendable {
    /// Takes a place in the queue, without waiting.
    ///
    /// - Returns: The place, for one call at a time; released with its last reference.
    /// - Throws: ``AuthError`` `busy` if there is none.
    func reserve() throws -> HashingPlace

    /// Hashes a password with a new salt.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - place: A place of this queue.
    /// - Returns: The hash.
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    func hash(_ password: Password, in place: HashingPlace) async throws -> PasswordHash

    /// Whether a password has a hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; `nil` to do the same work against a hash that no password has, so that the time does not
    ///     show whether there is one.
    ///   - place: A place of this queue.
    /// - Returns: Whether the password has the hash; `false` if there is none.
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    func verify(_ password: Password, against hash: PasswordHash?, in place: HashingPlace) async throws -> Bool

    /// Whether a hash was made at another cost than that of new hashes.
    ///
    /// - Parameter hash: The hash.
    /// - Returns: Whether the password should be hashed again now that it is known.
    /// - Throws: An error if the hash cannot be read.
    func needsRehash(_ hash: PasswordHash) throws -> Bool
}

extension PasswordHashing {
    /// Hashes a password with a new salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: The hash.
    /// - Throws: ``AuthError`` `busy` if too many passwords are waiting; `CancellationError` if the task is cancelled
    ///   while waiting.
    public func hash(_ password: Password) async throws -> PasswordHash {
        try await hash(password, in: reserve())
    }

    /// Whether a password has a hash.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - hash: The hash; `nil` to do the same work for nothing.
    /// - Returns: Whether the password has the hash; `false` if there is none.
    /// - Throws: ``AuthError`` `busy` if too many passwords are waiting; `CancellationError` if the task is cancelled
    ///   while waiting.
    public func verify(_ password: Password, against hash: PasswordHash?) async throws -> Bool {
        try await verify(password, against: hash, in: reserve())
    }
}

/// A place in the queue of a ``PasswordHashing``.
public final class HashingPlace: Sendable {
    private let held: any Sendable

    /// Creates a place.
    ///
    /// - Parameter held: What is released with the place.
    public init(holding held: any Sendable) {
        self.held = held
    }
}
