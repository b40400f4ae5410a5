import AuthDomain
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import Shell
import Testing

/// Causes the mails of accounts, and takes the tokens of their links.
///
/// One caller at a time sends mails: each attempt to send a mail makes the token of the former attempt invalid.
actor LinkMails {
    private let server: TestServer
    private var sending: Task<Void, any Error>?

    init(of server: TestServer) {
        self.server = server
    }

    /// Confirms the address of an account, and makes it an operator.
    func makeOperator(_ session: TestServer.Session) async throws {
        try await send()
        try await server.accounts.useCases.confirmEmail(try token("confirm", to: session))
        _ = try await server.accounts.useCases.grantRole(RoleGrant(email: session.email, role: .operator))
    }

    /// The tokens of links with which an account's address can be confirmed, and its password reset.
    func all(of session: TestServer.Session) async throws -> (confirmation: Token, reset: Token) {
        let request = EmailMessage(email: session.email)
        #expect(try await server.call(AuthEndpoints.requestPasswordReset, request).status == 202)
        try await send()
        return (try token("confirm", to: session), try token("reset", to: session))
    }

    private func send() async throws {
        let former = sending
        let task = Task { [server] in
            try await former?.value
            try await server.sendMail()
        }
        sending = task
        try await task.value
    }

    private func token(_ subject: String, to session: TestServer.Session) throws -> Token {
        let mail = server.mailBox.messages.last { $0.recipient.text == session.email && $0.subject.contains(subject) }
        return try #require(mail.flatMap(MailBox.token))
    }
}
