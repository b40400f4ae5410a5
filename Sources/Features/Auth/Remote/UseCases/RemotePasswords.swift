import AuthDomain
import DomainKit
import FeatureAPI

/// Changes passwords of accounts of a server.
struct RemoteChangePassword: PasswordChanging {
    let calls: AccountCalls

    func callAsFunction(_ input: PasswordChange) async throws {
        try await calls.call(
            AuthEndpoints.changePassword,
            PasswordChangeMessage(current: input.current.text, password: input.new.text), as: input.token)
    }
}

/// Requests confirmation mails of accounts of a server.
struct RemoteRequestConfirmation: ConfirmationRequesting {
    let calls: AccountCalls

    func callAsFunction(_ email: String) async throws {
        try await calls.call(AuthEndpoints.requestConfirmation, EmailMessage(email: email))
    }
}

/// Requests password resets of accounts of a server.
struct RemoteRequestPasswordReset: PasswordResetRequesting {
    let calls: AccountCalls

    func callAsFunction(_ email: String) async throws {
        try await calls.call(AuthEndpoints.requestPasswordReset, EmailMessage(email: email))
    }
}

/// Resets passwords of accounts of a server.
struct RemoteResetPassword: PasswordResetting {
    let calls: AccountCalls

    func callAsFunction(_ input: PasswordReset) async throws {
        try await calls.call(
            AuthEndpoints.resetPassword, PasswordResetMessage(token: input.token, password: input.new.text))
    }
}

extension Password {
    /// The password as it stands in a message, which leaves the process.
    var text: String {
        bytes.withBytes { bytes in
            // It was made of a text, so nothing is replaced.
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }
}
