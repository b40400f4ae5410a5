public import AuthDomain
public import DomainKit
public import FeatureAPI

extension AuthUseCases {
    /// The use cases of the accounts of a server.
    ///
    /// They throw the errors that they throw beside a store, and `AuthError` `networkUnreachable` and `serverError`. After
    /// `networkUnreachable`, a command may have been carried out if only its answer was lost. What no server offers,
    /// granting roles and settling secrets, throws `localOnly`.
    ///
    /// - Parameters:
    ///   - transport: Carries requests to the server.
    ///   - options: How the client waits and repeats.
    ///   - time: The clock for the end of a lock.
    /// - Returns: The use cases.
    public static func remote(
        over transport: any HTTPTransport, options: APIClient.Options = APIClient.Options(),
        time: any TimeSource = SystemTimeSource()
    ) -> AuthUseCases {
        // OPS-25: A command with `--server` runs the same use cases, composed of remote ones.
        let calls = AccountCalls(transport: transport, options: options, time: time)
        return AuthUseCases(
            register: RemoteRegister(calls: calls), requestConfirmation: RemoteRequestConfirmation(calls: calls),
            confirmEmail: RemoteConfirmEmail(calls: calls), signIn: RemoteSignIn(calls: calls),
            authenticate: RemoteAuthenticate(calls: calls),
            fetchSessions: RemoteFetchSessions(calls: calls), signOut: RemoteSignOut(calls: calls),
            changePassword: RemoteChangePassword(calls: calls),
            requestPasswordReset: RemoteRequestPasswordReset(calls: calls),
            resetPassword: RemoteResetPassword(calls: calls), delete: RemoteDeleteAccount(calls: calls),
            grantRole: RefusedGrantRole(), settleSecrets: RefusedSettleSecrets())
    }
}

/// Refuses to grant roles: no server offers that.
struct RefusedGrantRole: RoleGranting {
    func callAsFunction(_ input: RoleGrant) async throws -> AccountID { throw AuthError(code: .localOnly) }
}

/// Refuses to settle secrets: a server settles its own.
struct RefusedSettleSecrets: SecretsSettling {
    func callAsFunction(_ input: Void) async throws -> SettledSecrets { throw AuthError(code: .localOnly) }
}
