public import DomainKit

/// What a link in a mail is for.
public enum LinkPurpose: Sendable, Hashable {
    /// Confirms the account's e-mail address.
    case confirmation

    /// Resets the account's password, at the request with this id.
    case reset(ResetID)

    /// Whether both are confirmations, or both are resets.
    ///
    /// - Parameter other: The other purpose.
    /// - Returns: Whether a link with one purpose replaces a link with the other.
    public func isOfKind(_ other: LinkPurpose) -> Bool {
        switch (self, other) {
        case (.confirmation, .confirmation), (.reset, .reset): true
        case (.confirmation, .reset), (.reset, .confirmation): false
        }
    }
}

/// A link in a mail: what its token allows.
public struct Link: Sendable, Hashable {
    /// The account.
    public let account: AccountID

    /// What the link is for.
    public let purpose: LinkPurpose

    /// When it becomes invalid.
    public let expiresAt: Instant

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - purpose: What the link is for.
    ///   - expiresAt: When it becomes invalid.
    public init(account: AccountID, purpose: LinkPurpose, expiresAt: Instant) {
        self.account = account
        self.purpose = purpose
        self.expiresAt = expiresAt
    }
}
