public import DomainKit

/// How mails are sent by SMTP.
public struct SMTPOptions: Sendable {
    /// The mail server.
    public var server: SMTPServer

    /// The password of the server's user; `nil` if the server asks for none.
    public var password: Secret?

    /// The mailbox that sends the mails.
    public var sender: Mailbox

    /// The path of the certificates, in PEM, that are trusted in place of the system's; `nil` for the system's.
    public var trustedCertificates: String?

    /// How long the server may take.
    public var timeouts: SMTPTimeouts

    /// Creates options.
    ///
    /// - Parameters:
    ///   - server: The mail server.
    ///   - password: The password of the server's user.
    ///   - sender: The mailbox that sends the mails.
    ///   - trustedCertificates: The path of the certificates that are trusted in place of the system's.
    ///   - timeouts: How long the server may take.
    public init(
        server: SMTPServer, password: Secret? = nil, sender: Mailbox, trustedCertificates: String? = nil,
        timeouts: SMTPTimeouts = SMTPTimeouts()
    ) {
        self.server = server
        self.password = password
        self.sender = sender
        self.trustedCertificates = trustedCertificates
        self.timeouts = timeouts
    }
}
