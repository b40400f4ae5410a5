import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI

/// The routes of accounts.
struct AuthRoutes: Sendable {
    let accounts: AuthUseCases

    /// All of them.
    var all: [Route] { registering + sessions + passwords }

    private var registering: [Route] {
        [
            Route(AuthEndpoints.register) { call in
                try await accounts.register(call.body.newAccount)
                return Reply(message: NoMessage())
            }.hashingPassword,
            Route(AuthEndpoints.requestConfirmation) { call in
                try await accounts.requestConfirmation(call.body.email)
                return Reply(message: NoMessage())
            },
            Route(AuthEndpoints.confirmEmail) { call in
                try await accounts.confirmEmail(link(call.body.token))
                return Reply(message: NoMessage())
            },
            Route(AuthEndpoints.deleteAccount) { call in
                let token = try call.caller.token
                _ = try await accounts.delete(
                    AccountDeletion(token: token, password: Password(call.body.password)))
                return Reply(message: NoMessage())
            }.hashingPassword,
        ]
    }

    private var sessions: [Route] {
        [
            Route(AuthEndpoints.signIn) { call in
                let signedIn = try await accounts.signIn(call.body.credentials)
                return Reply(message: SignedInMessage(signedIn), account: signedIn.session.account)
            }.hashingPassword,
            Route(AuthEndpoints.account) { call in
                Reply(message: AccountMessage(try call.caller.account))
            },
            Route(AuthEndpoints.sessions) { call in
                Reply(message: SessionListMessage(try await accounts.fetchSessions(try call.caller.token)))
            },
            Route(AuthEndpoints.signOut) { call in
                try await accounts.signOut(try call.caller.token)
                return Reply(message: NoMessage())
            },
            Route(AuthEndpoints.signOutEverywhere) { call in
                try await accounts.signOut(try call.caller.token, scope: .allSessions)
                return Reply(message: NoMessage())
            },
        ]
    }

    private var passwords: [Route] {
        [
            Route(AuthEndpoints.changePassword) { call in
                let token = try call.caller.token
                try await accounts.changePassword(
                    PasswordChange(
                        token: token, current: Password(call.body.current), new: Password(call.body.password)))
                return Reply(message: NoMessage())
            }.hashingPassword,
            Route(AuthEndpoints.requestPasswordReset) { call in
                try await accounts.requestPasswordReset(call.body.email)
                return Reply(message: NoMessage())
            },
            Route(AuthEndpoints.resetPassword) { call in
                try await accounts.resetPassword(
                    PasswordReset(token: link(call.body.token), new: Password(call.body.password)))
                return Reply(message: NoMessage())
            }.hashingPassword,
        ]
    }

    /// The token of a link; a text of another form was never a link.
    private func link(_ text: String) throws(AuthError) -> Token {
        guard let token = Token(text) else { throw AuthError(code: .linkInvalid) }
        return token
    }
}
