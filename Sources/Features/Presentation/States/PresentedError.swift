/// An error as a screen shows it.
public struct PresentedError: Sendable, Equatable {
    /// What a screen can do about an error.
    public enum Reason: Sendable, Hashable {
        /// The server cannot be reached: another attempt may succeed.
        case unreachable

        /// The session has ended: signing in again comes first.
        case sessionExpired

        /// Something else; the message says what to do.
        case other
    }

    /// What the screen can do about it.
    public let reason: Reason

    /// What went wrong, and what to do.
    public let message: String

    /// Creates a presented error.
    ///
    /// - Parameters:
    ///   - reason: What the screen can do about it.
    ///   - message: What went wrong, and what to do.
    public init(_ reason: Reason, message: String) {
        self.reason = reason
        self.message = message
    }

    /// Presents an error of a use case.
    ///
    /// - Parameters:
    ///   - error: The error, whose description is the message.
    ///   - reason: What the screen can do about it.
    public init(_ error: any Error, reason: Reason) {
        self.init(reason, message: "\(error)")
    }
}
