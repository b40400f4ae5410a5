public import Nacre
public import NacreMacros

/// The stored form of accounts' events.
///
/// | type | data | tags |
/// |---|---|---|
/// | `AccountRegistered` | `{"claim": string, "credential": uuid}` | `email:` and the claim |
/// | `RegistrationRepeated` | `{}` | none |
/// | `ConfirmationRequested` | `{}` | none |
/// | `EmailConfirmed` | `{}` | none |
/// | `PasswordChanged` | `{"credential": uuid}` | none |
/// | `PasswordResetRequested` | `{"reset": uuid}` | none |
/// | `PasswordReset` | `{"reset": uuid, "credential": uuid}` | none |
/// | `RoleGranted` | `{"role": string}` | none |
/// | `AccountDeleted` | `{"claim": string}` | `email:` and the claim |
///
/// A claim is the keyed hash of an e-mail address. A credential names a password's hash in the secret store.
@StoredEvent
public enum StoredAccountEvent: Hashable, Sendable {
    /// The category of accounts' streams.
    public static let category = "account"

    /// The type names, most of which do not begin with the category.
    public static let storedTypes: StoredEventTypes = [
        "registered": "AccountRegistered", "registrationRepeated": "RegistrationRepeated",
        "confirmationRequested": "ConfirmationRequested", "emailConfirmed": "EmailConfirmed",
        "passwordChanged": "PasswordChanged",
        "passwordResetRequested": "PasswordResetRequested", "passwordReset": "PasswordReset",
        "roleGranted": "RoleGranted", "deleted": "AccountDeleted",
    ]

    /// The account was registered.
    case registered(claim: String, credential: EventID)

    /// Registration was attempted again with the account's address.
    case registrationRepeated

    /// Another mail with a link that confirms the e-mail address was requested.
    case confirmationRequested

    /// The e-mail address was confirmed.
    case emailConfirmed

    /// The password was changed.
    case passwordChanged(credential: EventID)

    /// A link for resetting the password was requested.
    case passwordResetRequested(reset: EventID)

    /// The password was reset with a link.
    case passwordReset(reset: EventID, credential: EventID)

    /// A role was granted.
    case roleGranted(role: String)

    /// The account was deleted.
    case deleted(claim: String)
}
