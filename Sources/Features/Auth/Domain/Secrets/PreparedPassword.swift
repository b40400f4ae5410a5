public import DomainKit

/// A password's hash that is written before the decision that puts it in force.
///
/// It counts only once the log has an event that names its credential. If that event is never recorded, the hash has
/// no effect, and ``SettleSecrets`` removes it.
public struct PreparedPassword: Sendable {
    /// The account.
    public let account: AccountID

    /// The id by which events name the hash.
    public let credential: CredentialID

    /// The hash.
    public let hash: PasswordHash

    /// The address of a new account, which is stored together with the hash; `nil` for an account that has one.
    public let address: EmailAddress?

    /// When it was prepared.
    public let preparedAt: Instant

    /// Creates a prepared password.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - credential: The id by which events name the hash.
    ///   - account: The account.
    ///   - address: The address of a new account; `nil` for an account that has one.
    ///   - preparedAt: When it was prepared.
    public init(
        _ hash: PasswordHash, as credential: CredentialID, of account: AccountID, address: EmailAddress? = nil,
        preparedAt: Instant
    ) {
        self.hash = hash
        self.credential = credential
        self.account = account
        self.address = address
        self.preparedAt = preparedAt
    }
}

/// A password's hash in the secret store, without the hash.
public struct StoredCredential: Sendable, Hashable {
    /// The id by which events name the hash.
    public let id: CredentialID

    /// When the hash was prepared.
    public let preparedAt: Instant

    /// Creates a stored credential.
    ///
    /// - Parameters:
    ///   - id: The id by which events name the hash.
    ///   - preparedAt: When the hash was prepared.
    public init(id: CredentialID, preparedAt: Instant) {
        self.id = id
        self.preparedAt = preparedAt
    }
}
