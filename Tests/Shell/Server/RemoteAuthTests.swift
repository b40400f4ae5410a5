import AuthDomain
import AuthInfrastructure
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureHTTPClient
import FeatureTesting
import Nacre
import NacreRuntime
import NacreTesting
import Shell
import ShellServer
import Testing

/// The use cases of a client, with a server on loopback.
@Suite(.timeLimit(.minutes(25))) struct RemoteAuthTests {
    /// Runs a server on the storage of accounts whose behaviour is tested, and a client of it.
    private func run(
        _ test: @escaping @Sendable (_ stores: AuthStores, _ server: TestServer) async throws -> Void
    ) async throws {
        let time = ManualTimeSource()
        let application = try await Application.open(.inMemory(time: time))
        let secrets = InMemorySecretStore()
        let local = AuthStores(
            repository: EventSourcedAccountRepository(store: application.store, time: time), secrets: secrets,
            time: time)
        do {
            // 40 passwords at once are more than a quick client may try.
            try await TestServer.run(
                .init(port: 0, limits: .generous), on: application, secrets: secrets, hasher: local.hasher
            ) { server in
                // The machine may be busy with other tests.
                let transport = HTTPClientTransport(
                    to: try ServerAddress("http://127.0.0.1:\(server.port)"), connecting: .seconds(120))
                do {
                    try await test(local.behind(Self.client(over: transport, beside: local.auth, time)), server)
                } catch {
                    try await transport.shutdown()
                    throw error
                }
                try await transport.shutdown()
            }
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }

    /// A client's use cases, with those beside the store that no server offers.
    private static func client(
        over transport: any HTTPTransport, beside local: AuthUseCases, _ time: ManualTimeSource
    ) -> AuthUseCases {
        // A busy server is an answer of these tests, not a reason to wait.
        let options = APIClient.Options(timeout: .seconds(300), retry: RetryPolicy(attempts: 1))
        let remote = AuthUseCases.remote(over: transport, options: options, time: time)
        return AuthUseCases(
            register: remote.register, requestConfirmation: remote.requestConfirmation,
            confirmEmail: remote.confirmEmail, signIn: remote.signIn,
            authenticate: remote.authenticate, fetchSessions: remote.fetchSessions, signOut: remote.signOut,
            changePassword: remote.changePassword, requestPasswordReset: remote.requestPasswordReset,
            resetPassword: remote.resetPassword, delete: remote.delete, grantRole: local.grantRole,
            settleSecrets: local.settleSecrets)
    }

    @Test(arguments: AuthBehaviours.all)
    func `accounts of a server keep the rules of accounts`(_ behaviour: Behaviour<AuthStores>) async throws {
        try await run { stores, _ in try await behaviour.verify(on: stores) }
    }

    @Test func `what needs the store's files is refused`() async throws {
        try await run { _, server in
            let transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:\(server.port)"))
            let remote = AuthUseCases.remote(over: transport)
            let grant = await #expect(throws: AuthError.self) {
                try await remote.grantRole(RoleGrant(email: "ada@example.com", role: .operator))
            }
            #expect(grant?.code == .localOnly)
            let settling = await #expect(throws: AuthError.self) { try await remote.settleSecrets() }
            #expect(settling?.code == .localOnly)
            try await transport.shutdown()
        }
    }

    @Test func `a server that does not answer is unreachable`() async throws {
        // Nothing listens on port 1.
        let transport = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:1"))
        let remote = AuthUseCases.remote(
            over: transport, options: APIClient.Options(timeout: .seconds(300), retry: RetryPolicy(attempts: 1)))
        let error = await #expect(throws: AuthError.self) { try await remote.authenticate(.random()) }
        #expect(error?.code == .networkUnreachable)
        #expect(error?.message.contains("cannot be reached") == true)
        try await transport.shutdown()
    }

    @Test(arguments: [
        (404, #"{"detail":"no","status":404,"title":"Not Found","type":"urn:nacre:problem:noSuchPath"}"#, "no"),
        (500, #"{"detail":"report","status":500,"title":"Error","type":"urn:nacre:problem:unexpected"}"#, "report"),
        (502, "<html>", "502"), (200, "{}", "answer"),
    ])
    func `other answers are errors of the server, with its text`(
        status: Int, body: String, text: String
    ) async throws {
        let remote = AuthUseCases.remote(
            over: FixedAnswer(APIResponse(status: status, body: Array(body.utf8))),
            options: APIClient.Options(timeout: .seconds(300), retry: RetryPolicy(attempts: 1)))
        let error = await #expect(throws: AuthError.self) { try await remote.authenticate(.random()) }
        #expect(error?.code == .serverError)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }
}

/// Answers every request alike.
private struct FixedAnswer: HTTPTransport {
    let response: APIResponse

    init(_ response: APIResponse) {
        self.response = response
    }

    func exchange(_ request: APIRequest, timeout: Duration) async throws -> APIResponse { response }

    func stream(
        _ request: APIRequest, receive: ([UInt8]) async throws -> Void
    ) async throws -> APIResponse { response }
}
