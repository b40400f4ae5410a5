public import DomainKit

/// The events of an account.
///
/// They name the account, and hold no secret: passwords, addresses and links are named by ids and keyed hashes.
public enum AccountEvent: DomainEvent {
    /// The account was registered, with the address of the claim and the password of the credential.
    case registered(claim: EmailClaim, credential: CredentialID)

    /// Registration was attempted again with the account's address.
    case registrationRepeated

    /// Another mail with a link that confirms the e-mail address was requested.
    case confirmationRequested

    /// The e-mail address was confirmed.
    case emailConfirmed

    /// The password was changed by a signed-in user.
    case passwordChanged(credential: CredentialID)

    /// A link for resetting the password was requested.
    case passwordResetRequested(reset: ResetID)

    /// The password was reset with a link.
    case passwordReset(reset: ResetID, credential: CredentialID)

    /// A role was granted.
    case roleGranted(role: String)

    /// The account was deleted permanently, and its address may be registered again.
    case deleted(claim: EmailClaim)
}
