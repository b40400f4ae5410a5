/// The state of an account on which commands are decided.
public enum Account: Sendable, Equatable {
    /// It was never registered.
    case none

    /// It exists.
    case active(ActiveAccount)

    /// It was deleted.
    case deleted

    /// The account, if it exists.
    public var active: ActiveAccount? {
        guard case .active(let account) = self else { return nil }
        return account
    }
}

/// An existing account.
public struct ActiveAccount: Sendable, Equatable {
    /// The keyed hash of its e-mail address.
    public let claim: EmailClaim

    /// The password in force.
    public internal(set) var credential: CredentialID

    /// Whether the e-mail address is confirmed.
    public internal(set) var isEmailConfirmed = false

    /// The latest request to reset the password; `nil` if there is none, or it was used or superseded.
    public internal(set) var reset: ResetID?

    /// The roles, as recorded.
    public internal(set) var recordedRoles: Set<String> = []

    /// Creates the state of a new account.
    ///
    /// - Parameters:
    ///   - claim: The keyed hash of its e-mail address.
    ///   - credential: The password in force.
    public init(claim: EmailClaim, credential: CredentialID) {
        self.claim = claim
        self.credential = credential
    }

    /// The roles that this program knows.
    public var roles: Set<Role> { Set(recordedRoles.compactMap(Role.init)) }
}
