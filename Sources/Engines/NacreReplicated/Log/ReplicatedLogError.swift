public import DomainKit

/// An error of a replicated log.
public struct ReplicatedLogError: DescribedError {
    /// What went wrong.
    public enum Code: String, Sendable {
        /// No majority of the servers answers in time.
        case unreachable
        /// The log has forgotten the entry: the node must begin from a backup.
        case trimmed
        /// The entry is larger than the log takes.
        case entryTooLarge
        /// The log has no space left.
        case noSpace
        /// The user has no right to do it, or the certificate or password is wrong.
        case denied
        /// The servers' version is too old.
        case unsupportedVersion
        /// The log is not as durable as a store must be.
        case notDurable
        /// The address of the log cannot be understood.
        case invalidAddress
        /// What stands in the log is not what a store has written there.
        case foreignContent
        /// The clock of the machine differs too much from those of the other nodes.
        case clocksApart
        /// The log was closed.
        case closed
    }

    /// What went wrong.
    public let code: Code

    /// The sentence for people: the value, the limit and the remedy.
    public let message: String

    /// The error behind it.
    public let cause: (any Error)?

    /// Creates an error from its parts.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
