/// The use cases of accounts, each behind its own protocol.
public struct AuthUseCases: Sendable {
    /// Registers an account.
    public let register: any AccountRegistering

    /// Confirms an e-mail address.
    public let confirmEmail: any EmailConfirming

    /// Signs in.
    public let signIn: any SigningIn

    /// Finds the account of a session.
    public let authenticate: any Authenticating

    /// Signs out.
    public let signOut: any SigningOut

    /// Changes the password.
    public let changePassword: any PasswordChanging

    /// Requests a link that resets the password.
    public let requestPasswordReset: any PasswordResetRequesting

    /// Resets the password.
    public let resetPassword: any PasswordResetting

    /// Deletes an account.
    public let delete: any AccountDeleting

    /// Grants a role.
    public let grantRole: any RoleGranting

    /// Removes secrets that the log does not put in force.
    public let settleSecrets: any SecretsSettling

    /// Creates the use cases on one storage.
    ///
    /// - Parameter environment: What they work with.
    public init(in environment: AuthEnvironment) {
        register = Register(in: environment)
        confirmEmail = ConfirmEmail(in: environment)
        signIn = SignIn(in: environment)
        authenticate = Authenticate(in: environment)
        signOut = SignOut(in: environment)
        changePassword = ChangePassword(in: environment)
        requestPasswordReset = RequestPasswordReset(in: environment)
        resetPassword = ResetPassword(in: environment)
        delete = DeleteAccount(in: environment)
        grantRole = GrantRole(in: environment)
        settleSecrets = SettleSecrets(in: environment)
    }
}
