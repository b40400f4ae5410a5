/// The commands on an account.
public enum AccountCommand: Sendable, Hashable {
    /// Register the account.
    case register(claim: EmailClaim, credential: CredentialID)

    /// Record that registration was attempted with the account's address.
    case repeatRegistration

    /// Request another mail with a link that confirms the e-mail address.
    case requestConfirmation

    /// Confirm the e-mail address.
    case confirmEmail

    /// Replace the password that was verified by another one.
    case changePassword(from: CredentialID, to: CredentialID)

    /// Request a link for resetting the password.
    case requestPasswordReset(ResetID)

    /// Reset the password with the link of a request.
    case resetPassword(ResetID, to: CredentialID)

    /// Grant a role.
    case grant(Role)

    /// Delete the account, with the password that was verified.
    case delete(verified: CredentialID)
}
