import AuthDomain
import DomainKit
import FeatureAPI

/// Signs in to accounts of a server.
struct RemoteSignIn: SigningIn {
    let calls: AccountCalls

    func callAsFunction(_ input: Credentials) async throws -> SignedIn {
        try await calls.call(
            AuthEndpoints.signIn, CredentialsMessage(email: input.email, password: input.password.text)
        ) { try $0.signedIn() }
    }
}

/// Finds the accounts of sessions with a server.
struct RemoteAuthenticate: Authenticating {
    let calls: AccountCalls

    func callAsFunction(_ token: Token) async throws -> AuthenticatedAccount {
        try await calls.call(AuthEndpoints.account, NoMessage(), as: token) { try $0.authenticatedAccount() }
    }
}

/// Fetches the sessions of accounts of a server.
struct RemoteFetchSessions: SessionsFetching {
    let calls: AccountCalls

    func callAsFunction(_ token: Token) async throws -> AccountSessions {
        try await calls.call(AuthEndpoints.sessions, NoMessage(), as: token) { try $0.accountSessions() }
    }
}

/// Ends sessions with a server.
struct RemoteSignOut: SigningOut {
    let calls: AccountCalls

    func callAsFunction(_ input: SignOutRequest) async throws {
        switch input.scope {
        case .thisSession:
            do {
                try await calls.call(AuthEndpoints.signOut, NoMessage(), as: input.token)
            } catch let error as AuthError where error.code == .sessionExpired {
                // It has ended already.
            }
        case .allSessions: try await calls.call(AuthEndpoints.signOutEverywhere, NoMessage(), as: input.token)
        }
    }
}
