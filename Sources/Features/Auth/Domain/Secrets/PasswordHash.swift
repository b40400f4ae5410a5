public import DomainKit

/// The hash of a password, with its parameters and salt, in the form of the ``PasswordHashing`` that made it.
public struct PasswordHash: Sendable, Undisclosed {
    /// The bytes of the hash.
    public let bytes: Secret

    /// Creates a hash.
    ///
    /// - Parameter bytes: The bytes of the hash.
    public init(_ bytes: Secret) {
        self.bytes = bytes
    }
}
