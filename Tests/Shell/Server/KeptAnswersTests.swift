import AuthDomain
import AuthRemote
import AuthSecrets
import DomainKit
import FeatureAPI
import ItemsDomain
import ItemsRemote
import Nacre
import NacreTesting
import Shell
import TestFolders
import TestTraits
import Testing

@testable import ShellServer

/// Repeats of commands without events, which leave no other trace than the answer that is kept.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct KeptAnswersTests {
    private static let key = ["idempotency-key": "0e6f4d1c-7d0a-4f5e-8f2f-6f1f7a3b9c55"]
    private static let email = "ada@example.com"
    private static let credentials = CredentialsMessage(email: email, password: TestServer.password)

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a server whose secrets are in the folder.
    private func serve(
        _ application: Application, _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let secrets = try await LMDBSecretStore.open(in: folder.path, sodium: try Sodium())
        do {
            try await TestServer.run(on: application, secrets: secrets, test)
        } catch {
            await secrets.close()
            throw error
        }
        await secrets.close()
    }

    @Test func `after a restart, a command of accounts gets its first answer, and another body is refused`()
        async throws
    {
        let application = try await Application.open(.inMemory)
        let change = PasswordChangeMessage(current: TestServer.password, password: "another odd password")
        let answers = Answers()
        try await serve(application) { server in
            await answers.keep(try await server.session(Self.email))
            await answers.keep(try await Self.repeatable(server, change, as: answers.session))
        }
        try await serve(application) { server in
            let again = try await Self.repeatable(server, change, as: answers.session)
            let first = await answers.answers
            #expect(first.map(\.status) == [202, 201, 202, 204])
            #expect(again.map(\.status) == [202, 201, 202, 204])
            #expect(again.map(\.body) == first.map(\.body))
            #expect(again.map { $0.fields["content-type"] } == first.map { $0.fields["content-type"] })
            let other = PasswordChangeMessage(current: TestServer.password, password: "one more odd password")
            let password = CredentialsMessage(email: Self.email, password: other.password)
            let refused = [
                try await server.call(AuthEndpoints.register, password, as: nil, Self.key),
                try await server.call(AuthEndpoints.signIn, password, as: nil, Self.key),
                try await server.call(
                    AuthEndpoints.requestPasswordReset, .init(email: "eve@example.com"), as: nil, Self.key),
                try await server.call(AuthEndpoints.changePassword, other, as: answers.session, Self.key),
            ]
            for answer in refused { expect(answer, 422, "idempotencyKeyReused") }
        }
        await application.close()
    }

    /// Makes one request of each kind that has no events to rebuild its answer from.
    private static func repeatable(
        _ server: TestServer, _ change: PasswordChangeMessage, as session: TestServer.Session?
    ) async throws -> [APIResponse] {
        [
            try await server.call(AuthEndpoints.register, credentials, as: nil, key),
            try await server.call(AuthEndpoints.signIn, credentials, as: nil, key),
            try await server.call(AuthEndpoints.requestPasswordReset, .init(email: email), as: nil, key),
            try await server.call(AuthEndpoints.changePassword, change, as: session, key),
        ]
    }

    @Test func `a repeated sign-in gets the same session for 24 hours`() async throws {
        let time = ManualTimeSource()
        let application = try await Application.open(.inMemory(time: time))
        try await serve(application) { server in
            _ = try await server.session(Self.email)
            let first = try await server.call(AuthEndpoints.signIn, Self.credentials, as: nil, Self.key)
            time.advance(by: .seconds(24 * 3_600 - 1))
            let second = try await server.call(AuthEndpoints.signIn, Self.credentials, as: nil, Self.key)
            #expect(second.body == first.body)
            time.advance(by: .seconds(1))
            let third = try await server.call(AuthEndpoints.signIn, Self.credentials, as: nil, Self.key)
            #expect(third.status == 201)
            #expect(third.body != first.body)
        }
        await application.close()
    }

    @Test func `a repeated sign-in to a deleted account is refused`() async throws {
        let application = try await Application.open(.inMemory)
        try await serve(application) { server in
            let session = try await server.session(Self.email)
            #expect(try await server.call(AuthEndpoints.signIn, Self.credentials, as: nil, Self.key).status == 201)
            let deletion = PasswordMessage(password: TestServer.password)
            #expect(try await server.call(AuthEndpoints.deleteAccount, deletion, as: session, Self.key).status == 204)
            expect(
                try await server.call(AuthEndpoints.signIn, Self.credentials, as: nil, Self.key), 401,
                "invalidCredentials")
            expect(
                try await server.call(AuthEndpoints.deleteAccount, deletion, as: session, Self.key), 401,
                "sessionExpired")
        }
        await application.close()
    }

    @Test func `a change that recorded nothing gets its first answer, whatever has happened since`() async throws {
        let application = try await Application.open(.inMemory)
        let answers = Answers()
        try await serve(application) { server in
            let session = try await server.session(Self.email)
            await answers.keep(session)
            let item = try await server.item("one", as: session)
            let any = ["if-match": "*"]
            _ = try await server.call(ItemEndpoints.complete, item, as: session, any)
            let head = try await application.store.head()
            let again = try await server.call(
                ItemEndpoints.complete, item, as: session, any.merging(Self.key) { $1 })
            #expect(try await application.store.head() == head)
            _ = try await server.call(ItemEndpoints.reopen, item, as: session, any)
            await answers.keep([again])
            await answers.keep(item)
        }
        try await serve(application) { server in
            let fields = ["if-match": "*"].merging(Self.key) { $1 }
            let item = try #require(await answers.item)
            let again = try await server.call(ItemEndpoints.complete, item, as: answers.session, fields)
            #expect(again.status == 200)
            #expect(await answers.answers.first?.body == again.body)
            #expect(again.fields["etag"] == "\"v2\"")
        }
        await application.close()
    }

    @Test func `a change that recorded events keeps no answer beside them`() async throws {
        let application = try await Application.open(.inMemory)
        let secrets = InMemorySecretStore()
        try await TestServer.run(on: application, secrets: secrets) { server in
            let session = try await server.session(Self.email)
            func isKept(_ request: APIRequest, of client: String) async throws -> Bool {
                var keyed = request
                for (name, value) in Self.key { keyed.fields[name] = value }
                if client == session.account { session.sign(&keyed.fields) }
                #expect(try await server.send(keyed).status == 201)
                let identity = RequestIdentity(
                    client: client, route: "POST \(request.target)", key: Self.key.values.first ?? "")
                let repeatable = RepeatableRequest(identity: identity.text, body: request.body)
                return await secrets.answer(to: repeatable, at: SystemTimeSource().now()) != nil
            }
            let creation = try ItemEndpoints.create.request(NoParameters(), .init(NewItem(name: "one")))
            #expect(try await !isKept(creation, of: session.account))
            let signIn = try AuthEndpoints.signIn.request(NoParameters(), Self.credentials)
            #expect(try await isKept(signIn, of: "address 127.0.0.1"))
        }
        await application.close()
    }
}

/// Carries answers from one server to the next.
private actor Answers {
    private(set) var session: TestServer.Session?
    private(set) var item: ItemParameters?
    private(set) var answers: [APIResponse] = []

    func keep(_ session: TestServer.Session) { self.session = session }

    func keep(_ item: ItemParameters) { self.item = item }

    func keep(_ answers: [APIResponse]) { self.answers = answers }
}
