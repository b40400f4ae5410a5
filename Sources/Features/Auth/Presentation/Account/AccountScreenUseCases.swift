public import AuthDomain

/// The use cases of the screen ``AccountViewModel``.
public protocol AccountScreenUseCases: Sendable {
    /// Shows the account of a session.
    var authenticate: any Authenticating { get }

    /// Lists the sessions of the account.
    var fetchSessions: any SessionsFetching { get }

    /// Ends sessions.
    var signOut: any SigningOut { get }

    /// Changes the password.
    var changePassword: any PasswordChanging { get }

    /// Deletes the account.
    var delete: any AccountDeleting { get }
}

/// The use cases of the screens before a session.
public protocol SignInScreenUseCases: Sendable {
    /// Registers an account.
    var register: any AccountRegistering { get }

    /// Asks for another mail with a link that confirms an address.
    var requestConfirmation: any ConfirmationRequesting { get }

    /// Confirms an e-mail address.
    var confirmEmail: any EmailConfirming { get }

    /// Signs in.
    var signIn: any SigningIn { get }

    /// Asks for a mail with a link to choose a new password.
    var requestPasswordReset: any PasswordResetRequesting { get }

    /// Sets a new password.
    var resetPassword: any PasswordResetting { get }
}

extension AuthUseCases: AccountScreenUseCases, SignInScreenUseCases {}
