public import FeatureAPI

/// The endpoints of accounts.
public enum AuthEndpoints {
    /// Registers an account.
    public static let register = Endpoint<NoParameters, CredentialsMessage, NoMessage>(
        "register", .post, "/v1/auth/accounts",
        "Registers an account; answers alike whether the address has one already.", success: 202)

    /// Confirms an e-mail address.
    public static let confirmEmail = Endpoint<NoParameters, LinkMessage, NoMessage>(
        "confirmEmail", .post, "/v1/auth/confirmations", "Confirms an e-mail address with the token of a link.",
        success: 204)

    /// Requests another link that confirms an e-mail address.
    public static let requestConfirmation = Endpoint<NoParameters, EmailMessage, NoMessage>(
        "requestConfirmation", .post, "/v1/auth/confirmation-requests",
        "Requests another mail with a link that confirms an e-mail address; answers alike for any address.",
        success: 202)

    /// Signs in.
    public static let signIn = Endpoint<NoParameters, CredentialsMessage, SignedInMessage>(
        "signIn", .post, "/v1/auth/sessions", "Signs in.", success: 201)

    /// Shows the session's account.
    public static let account = Endpoint<NoParameters, NoMessage, AccountMessage>(
        "fetchAccount", .get, "/v1/auth/session", "Shows the account of the session.", .session)

    /// Lists the account's sessions.
    public static let sessions = Endpoint<NoParameters, NoMessage, SessionListMessage>(
        "fetchSessions", .get, "/v1/auth/sessions", "Lists the valid sessions of the account.", .session)

    /// Signs out.
    public static let signOut = Endpoint<NoParameters, NoMessage, NoMessage>(
        "signOut", .delete, "/v1/auth/session", "Ends the session.", success: 204, .session)

    /// Signs out everywhere.
    public static let signOutEverywhere = Endpoint<NoParameters, NoMessage, NoMessage>(
        "signOutEverywhere", .delete, "/v1/auth/sessions", "Ends all sessions of the account.", success: 204, .session)

    /// Changes the password.
    public static let changePassword = Endpoint<NoParameters, PasswordChangeMessage, NoMessage>(
        "changePassword", .post, "/v1/auth/password", "Changes the password, and ends the other sessions.",
        success: 204, .session)

    /// Requests a link that resets the password.
    public static let requestPasswordReset = Endpoint<NoParameters, EmailMessage, NoMessage>(
        "requestPasswordReset", .post, "/v1/auth/password-resets",
        "Requests a mail with a link that resets the password; answers alike for any address.", success: 202)

    /// Resets the password.
    public static let resetPassword = Endpoint<NoParameters, PasswordResetMessage, NoMessage>(
        "resetPassword", .post, "/v1/auth/password-resets/redeem",
        "Resets the password with the token of a link, and ends all sessions.", success: 204)

    /// Deletes the account.
    public static let deleteAccount = Endpoint<NoParameters, PasswordMessage, NoMessage>(
        "deleteAccount", .post, "/v1/auth/account/delete", "Deletes the account permanently.", success: 204, .session)

    /// All of them.
    public static var descriptions: [EndpointDescription] {
        [
            register.description, requestConfirmation.description, confirmEmail.description, signIn.description,
            account.description, sessions.description, signOut.description, signOutEverywhere.description,
            changePassword.description,
            requestPasswordReset.description, resetPassword.description, deleteAccount.description,
        ]
    }
}
