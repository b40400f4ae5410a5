public import DomainKit

/// A mail to one person, in plain text.
///
/// A description does not show it: it holds an address, and the token of a link.
public struct MailMessage: Sendable, Undisclosed {
    /// The id of the message: the same in every attempt to deliver it, so that a repeat can be recognised.
    ///
    /// A UUID in lower case. A sender adds its domain for the header `Message-ID`.
    public let id: String

    /// The recipient.
    public let recipient: EmailAddress

    /// The subject: one line of ASCII.
    public let subject: String

    /// The text: lines of ASCII, separated by `\n`.
    public let text: String

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: The id of the message, the same in every attempt to deliver it.
    ///   - recipient: The recipient.
    ///   - subject: The subject: one line of ASCII.
    ///   - text: The text: lines of ASCII, separated by `\n`.
    public init(id: String, recipient: EmailAddress, subject: String, text: String) {
        self.id = id
        self.recipient = recipient
        self.subject = subject
        self.text = text
    }
}
