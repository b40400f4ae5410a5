public import DomainKit

/// A session: an account that stays signed in where the session's token is.
public struct Session: Sendable, Hashable, Identifiable {
    /// The session.
    public let id: SessionID

    /// The account.
    public let account: AccountID

    /// The password that was used to sign in, or the one that has replaced it within this session.
    ///
    /// The session is valid only while the log names this credential as the account's, so that a changed password ends
    /// the account's other sessions in the commit that changes it.
    public var credential: CredentialID

    /// When the session began.
    public let createdAt: Instant

    /// When it was last used, to the hour.
    public var lastUsedAt: Instant

    /// When it ends unless it is used before.
    public var expiresAt: Instant

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - account: The account.
    ///   - credential: The password that was used to sign in.
    ///   - createdAt: When the session began.
    ///   - lastUsedAt: When it was last used.
    ///   - expiresAt: When it ends unless it is used before.
    public init(
        id: SessionID, account: AccountID, credential: CredentialID, createdAt: Instant, lastUsedAt: Instant,
        expiresAt: Instant
    ) {
        self.id = id
        self.account = account
        self.credential = credential
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
