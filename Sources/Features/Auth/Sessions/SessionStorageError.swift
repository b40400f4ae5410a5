public import DomainKit

/// Why the sessions of a client cannot be read or stored.
///
/// No message contains a token.
public struct SessionStorageError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Other users may read the file, or it is another user's.
        public static let exposed = Code(description: "exposed")

        /// The file is not one that this program writes.
        public static let damaged = Code(description: "damaged")

        /// The file cannot be opened, read or written.
        public static let inputOutput = Code(description: "inputOutput")

        /// The keychain refuses.
        public static let keychain = Code(description: "keychain")
    }

    /// The error code.
    public let code: Code

    /// What is wrong, and the remedy.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - message: What is wrong, and the remedy.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension SessionStorageError: DescribedError {
    /// The message.
    public var description: String { message }
}
