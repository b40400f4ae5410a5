public import AuthDomain
public import DomainKit

/// A failure of the secret store, its key file, or libsodium.
///
/// Programs decide by ``code``. No message contains a secret, an address, or anything derived from them.
public struct SecretsError: Error, Sendable {
    /// The error codes; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// libsodium cannot be initialised, because the system gives it no random numbers.
        public static let notInitialised = Code(description: "notInitialised")

        /// Memory is short.
        public static let outOfMemory = Code(description: "outOfMemory")

        /// An argument is out of range.
        public static let invalidArgument = Code(description: "invalidArgument")

        /// Stored bytes are not what was written.
        public static let damaged = Code(description: "damaged")

        /// One of the two files is missing, and the other one is there.
        public static let missing = Code(description: "missing")

        /// The two files do not belong together.
        public static let mismatched = Code(description: "mismatched")

        /// There are no secrets, and the log has accounts.
        public static let noSecrets = Code(description: "noSecrets")

        /// The secrets belong to another log.
        public static let otherLog = Code(description: "otherLog")

        /// The secrets belong to another state of the log, as after one of them was restored.
        public static let otherHistory = Code(description: "otherHistory")

        /// A newer program has created the files.
        public static let newerFormat = Code(description: "newerFormat")

        /// Other users may read a file.
        public static let exposed = Code(description: "exposed")

        /// A file cannot be opened, read, written or synced.
        public static let inputOutput = Code(description: "inputOutput")

        /// The system cannot create a thread.
        public static let cannotCreateThread = Code(description: "cannotCreateThread")

        /// The store or the hasher is closed.
        public static let closed = Code(description: "closed")
    }

    /// The error code.
    public let code: Code

    /// What went wrong, with the file, the figures and the remedy.
    public let message: String

    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - message: What went wrong, with the remedy.
    ///   - cause: The underlying error, if there is one.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension SecretsError: SecretStoreFailure, DescribedError {
    /// The message.
    public var description: String { message }
}
