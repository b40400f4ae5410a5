/// A keyed hash of an e-mail address in its canonical form.
///
/// It stands for the address where an address would be readable: in tags of events, and in keys of the secret store.
/// The key of the hash is in the secret store alone. Without it, addresses cannot be tested against a claim.
public struct EmailClaim: Sendable, Hashable, CustomStringConvertible {
    /// The hash, as text.
    public let text: String

    /// Creates a claim.
    ///
    /// - Parameter text: The hash, as text: at least 128 bits, in lower-case hexadecimal digits.
    public init(_ text: String) {
        self.text = text
    }

    /// The hash, as text.
    public var description: String { text }
}
