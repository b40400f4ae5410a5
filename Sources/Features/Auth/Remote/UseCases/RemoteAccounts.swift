import AuthDomain
import DomainKit
import FeatureAPI

/// Registers accounts with a server.
struct RemoteRegister: AccountRegistering {
    let calls: AccountCalls

    func callAsFunction(_ input: NewAccount) async throws {
        try await calls.call(
            AuthEndpoints.register, CredentialsMessage(email: input.email, password: input.password.text))
    }
}

/// Confirms e-mail addresses of accounts of a server.
struct RemoteConfirmEmail: EmailConfirming {
    let calls: AccountCalls

    func callAsFunction(_ token: Token) async throws {
        try await calls.call(AuthEndpoints.confirmEmail, LinkMessage(token: token))
    }
}

/// Deletes accounts of a server.
struct RemoteDeleteAccount: AccountDeleting {
    let calls: AccountCalls

    func callAsFunction(_ input: AccountDeletion) async throws -> AccountID {
        let account = try await RemoteAuthenticate(calls: calls)(input.token)
        try await calls.call(
            AuthEndpoints.deleteAccount, PasswordMessage(password: input.password.text), as: input.token)
        return account.id
    }
}
