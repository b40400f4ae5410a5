public import DomainKit

/// Why mails cannot be sent by SMTP with the given options.
public enum SMTPError: DescribedError, Hashable {
    /// A user name has no password.
    case missingPassword(user: String)

    /// A password has no user name.
    case missingUser

    /// A password cannot be sent: it is empty, too long, or has a zero byte.
    case invalidPassword(byteCount: Int)

    /// The trusted certificates cannot be used.
    case invalidCertificates(String)

    /// What is wrong, and the remedy.
    public var description: String {
        switch self {
        case .missingPassword(let user):
            "the user \(DisplayedText(user)) of the mail server needs a password: give one, or leave out the user name"
        case .missingUser:
            "there is a password for the mail server and no user name: give smtp://USER@HOST, or leave out the password"
        case .invalidPassword(let count):
            "the password for the mail server has \(count) bytes: give 1 to 255 bytes, none of which is zero"
        case .invalidCertificates(let reason):
            "the trusted certificates of the mail server cannot be used: \(reason): check the file, which must be PEM"
        }
    }
}
