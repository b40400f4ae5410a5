public import DomainKit

/// What a mail tells.
public enum MailKind: Sendable, Hashable {
    /// A link that confirms the e-mail address of an account.
    case confirmation

    /// That registration was attempted with the address of an existing account.
    case alreadyRegistered

    /// A link that resets the password.
    case reset(ResetID)
}

/// A mail to send, by the account that it goes to.
public struct MailRequest: Sendable, Hashable {
    /// The id of the message: the same in every attempt to deliver it.
    public let id: String

    /// The account.
    public let account: AccountID

    /// What the mail tells.
    public let kind: MailKind

    /// When the event happened that calls for the mail.
    public let requestedAt: Instant

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - id: The id of the message.
    ///   - kind: What the mail tells.
    ///   - account: The account.
    ///   - requestedAt: When the event happened that calls for the mail.
    public init(id: String, _ kind: MailKind, to account: AccountID, requestedAt: Instant) {
        self.id = id
        self.kind = kind
        self.account = account
        self.requestedAt = requestedAt
    }
}

/// What has become of a mail.
public enum MailOutcome: Sendable, Hashable {
    /// It was handed over for delivery.
    case sent

    /// It will not be sent, for a reason.
    case abandoned(Reason)

    /// Why a mail is not sent.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The account was deleted, the address confirmed, or the request superseded or used.
        case notNeeded

        /// The request is older than ``AuthPolicy/mailAge``.
        case tooOld

        /// The mail server refuses it permanently.
        case refused
    }
}
