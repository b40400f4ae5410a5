public import Nacre
public import NacreMacros

/// The stored form of mails' events.
///
/// | type | data |
/// |---|---|
/// | `MailConfirmationRequested`, `MailNoticeRequested` | `{"account": uuid}` |
/// | `MailResetRequested` | `{"account": uuid, "reset": uuid}` |
/// | `MailSent` | `{}` |
/// | `MailAbandoned` | `{"reason": string}` |
@StoredEvent
public enum StoredMailEvent: Hashable, Sendable {
    /// The category of mails' streams.
    public static let category = "mail"

    /// A mail with a link that confirms an address was requested.
    case confirmationRequested(account: EventID)

    /// A mail that tells of a registration with the address of an existing account was requested.
    case noticeRequested(account: EventID)

    /// A mail with a link that resets the password was requested.
    case resetRequested(account: EventID, reset: EventID)

    /// The mail was handed over for delivery.
    case sent

    /// The mail will not be sent.
    case abandoned(reason: String)
}
