public import DomainKit

/// Sends mail.
public protocol MailSender: Sendable {
    /// Hands a message over for delivery.
    ///
    /// Messages are delivered at least once: after a crash, the same message is sent again under the same id.
    ///
    /// - Parameter message: The message.
    /// - Throws: ``MailError`` with `isPermanent` if the message will never be accepted; any other error if a later
    ///   attempt may succeed.
    func send(_ message: MailMessage) async throws
}

/// Why a message was not accepted for delivery.
public struct MailError: DescribedError {
    /// Whether repeating the attempt cannot succeed, such as for a mailbox that does not exist.
    public let isPermanent: Bool

    /// What is wrong, without the address.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: What is wrong, without the address.
    ///   - isPermanent: Whether repeating the attempt cannot succeed.
    public init(_ message: String, isPermanent: Bool) {
        self.message = message
        self.isPermanent = isPermanent
    }

    /// The message.
    public var description: String { message }
}
