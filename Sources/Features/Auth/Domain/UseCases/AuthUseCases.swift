/// The use cases of accounts, each behind its own protocol.
public struct AuthUseCases: Sendable {
    /// Registers an account.
    public let register: any AccountRegistering

    /// Requests another link that confirms an e-mail address.
    public let requestConfirmation: any ConfirmationRequesting

    /// Confirms an e-mail address.
    public let confirmEmail: any EmailConfirming

    /// Signs in.
    public let signIn: any SigningIn

    /// Finds the account of a session.
    public let authenticate: any Authenticating

    /// Fetches the account's sessions.
    public let fetchSessions: any SessionsFetching

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

    /// Creates the use cases from their parts, such as those of a client.
    ///
    /// - Parameters:
    ///   - register: Registers an account.
    ///   - requestConfirmation: Requests another link that confirms an e-mail address.
    ///   - confirmEmail: Confirms an e-mail address.
    ///   - signIn: Signs in.
    ///   - authenticate: Finds the account of a session.
    ///   - fetchSessions: Fetches the account's sessions.
    ///   - signOut: Signs out.
    ///   - changePassword: Changes the password.
    ///   - requestPasswordReset: Requests a link that resets the password.
    ///   - resetPassword: Resets the password.
    ///   - delete: Deletes an account.
    ///   - grantRole: Grants a role.
    ///   - settleSecrets: Removes secrets that the log does not put in force.
    public init(
        register: any AccountRegistering, requestConfirmation: any ConfirmationRequesting,
        confirmEmail: any EmailConfirming, signIn: any SigningIn, authenticate: any Authenticating,
        fetchSessions: any SessionsFetching, signOut: any SigningOut, changePassword: any PasswordChanging,
        requestPasswordReset: any PasswordResetRequesting,
        resetPassword: any PasswordResetting, delete: any AccountDeleting, grantRole: any RoleGranting,
        settleSecrets: any SecretsSettling
    ) {
        self.register = register
        self.requestConfirmation = requestConfirmation
        self.confirmEmail = confirmEmail
        self.signIn = signIn
        self.authenticate = authenticate
        self.fetchSessions = fetchSessions
        self.signOut = signOut
        self.changePassword = changePassword
        self.requestPasswordReset = requestPasswordReset
        self.resetPassword = resetPassword
        self.delete = delete
        self.grantRole = grantRole
        self.settleSecrets = settleSecrets
    }

    /// Creates the use cases on one storage.
    ///
    /// - Parameter environment: What they work with.
    public init(in environment: AuthEnvironment) {
        register = Register(in: environment)
        requestConfirmation = RequestConfirmation(in: environment)
        confirmEmail = ConfirmEmail(in: environment)
        signIn = SignIn(in: environment)
        authenticate = Authenticate(in: environment)
        fetchSessions = FetchSessions(in: environment)
        signOut = SignOut(in: environment)
        changePassword = ChangePassword(in: environment)
        requestPasswordReset = RequestPasswordReset(in: environment)
        resetPassword = ResetPassword(in: environment)
        delete = DeleteAccount(in: environment)
        grantRole = GrantRole(in: environment)
        settleSecrets = SettleSecrets(in: environment)
    }
}
