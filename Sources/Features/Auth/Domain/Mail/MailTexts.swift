/// The texts of mails.
public struct MailTexts: Sendable {
    /// The name of the service, in ASCII.
    public let service: String

    private let link: @Sendable (LinkPurpose, Token) -> String

    /// Creates texts.
    ///
    /// - Parameters:
    ///   - service: The name of the service, in ASCII.
    ///   - link: Returns the URL of a link, or another instruction that contains the text of its token.
    public init(service: String, link: @escaping @Sendable (LinkPurpose, Token) -> String) {
        self.service = service
        self.link = link
    }

    /// The mail with a link.
    ///
    /// - Parameters:
    ///   - purpose: What the link is for.
    ///   - token: The token of the link.
    ///   - id: The id of the message.
    ///   - recipient: The recipient.
    /// - Returns: The mail.
    func message(_ purpose: LinkPurpose, _ token: Token, id: String, to recipient: EmailAddress) -> MailMessage {
        switch purpose {
        case .confirmation:
            MailMessage(
                id: id, recipient: recipient, subject: "\(service): confirm your e-mail address",
                text: """
                    An account of \(service) was registered with this e-mail address.
                    To confirm the address, open:

                    \(link(purpose, token))

                    If you have not registered, ignore this mail.
                    """)
        case .reset:
            MailMessage(
                id: id, recipient: recipient, subject: "\(service): reset your password",
                text: """
                    A new password was requested for your account of \(service).
                    To choose one, open this link within an hour. It can be used once:

                    \(link(purpose, token))

                    If you have not requested it, ignore this mail: your password stays as it is.
                    """)
        }
    }

    /// The mail that tells of a repeated registration.
    ///
    /// - Parameters:
    ///   - id: The id of the message.
    ///   - recipient: The recipient.
    /// - Returns: The mail.
    func alreadyRegistered(id: String, to recipient: EmailAddress) -> MailMessage {
        MailMessage(
            id: id, recipient: recipient, subject: "\(service): you have an account already",
            text: """
                There was an attempt to register an account of \(service) with this e-mail address,
                which has an account already. Nothing was changed.

                If it was you, sign in, or request a new password if you do not know yours.
                If not, ignore this mail.
                """)
    }
}
