public import DomainKit

/// The events of a mail.
public enum MailEvent: DomainEvent {
    /// A mail with a link that confirms the address of a new account was requested.
    case confirmationRequested(account: AccountID)

    /// A mail that tells of a registration with the address of an existing account was requested.
    case noticeRequested(account: AccountID)

    /// A mail with a link that resets the password was requested.
    case resetRequested(account: AccountID, reset: ResetID)

    /// The mail was handed over for delivery.
    case sent

    /// The mail will not be sent.
    case abandoned(reason: String)
}
