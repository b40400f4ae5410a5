import AsyncHTTPClient
import AuthDomain
import AuthInfrastructure
import AuthRemote
import DomainKit
import FeatureAPI
import FeatureTesting
import InMemoryLogging
import Logging
import NIOCore
import NIOHTTP1
import Nacre
import NacreRuntime
import ServiceLifecycle
import Shell
import Testing

@testable import ShellServer

/// A server on a free port of loopback, with its application in memory, and a client of it.
struct TestServer: Sendable {
    let application: Application
    let accounts: AuthFeature
    let mailBox: MailBox
    let hasher: TestPasswordHasher
    let log: InMemoryLogHandler
    let metrics: MetricsRegistry
    let port: Int
    private let relay: MailRelay
    private let group: ServiceGroup

    /// Runs a server while a test runs.
    static func run(
        _ options: ServerOptions = .init(port: 0), _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let application = try await Application.open(
            .inMemory, options: .init(requestsMail: true, answersFromEvents: true))
        do {
            try await run(options, on: application, secrets: InMemorySecretStore(), test)
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }

    /// Runs a server over an open application.
    static func run(
        _ options: ServerOptions = .init(port: 0), on application: Application, secrets: any SecretStore,
        hasher: TestPasswordHasher = TestPasswordHasher(), authenticate: (any Authenticating)? = nil,
        site: (any Site)? = nil,
        beside followers: [any LogFollower] = [], _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let (log, metrics, mailBox) = (InMemoryLogHandler(), MetricsRegistry(), MailBox())
        var logger = Logger(label: "server", factory: { _ in log })
        logger.logLevel = .trace
        let accounts = application.accounts(secrets: secrets, hasher: hasher)
        let relay = application.mailRelay(for: accounts, sender: mailBox, texts: MailBox.texts)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = try APIServer(
            application, accounts: accounts, options: options, authenticate: authenticate, site: site,
            metrics: metrics,
            logger: logger,
            isListening: { port.yield($0) })
        let group = ServiceGroup(
            configuration: .init(services: try server.services(beside: followers), logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // A server that does not start ends the other task.
                defer { port.finish() }
                try await group.run()
            }
            tasks.addTask {
                var iterator = ports.makeAsyncIterator()
                guard let port = await iterator.next() else { return }
                let server = TestServer(
                    application: application, accounts: accounts, mailBox: mailBox, hasher: hasher, log: log,
                    metrics: metrics, port: port, relay: relay, group: group)
                do {
                    try await test(server)
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                await group.triggerGracefulShutdown()
            }
            // Both end in order, also if one fails.
            var failure: (any Error)?
            while let result = await tasks.nextResult() {
                if case .failure(let error) = result { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }

    /// Requests the mails that are due, and sends them.
    func sendMail() async throws {
        _ = try await application.runtime.react()
        try await relay.catchUp()
    }

    /// Begins a graceful shutdown.
    func shutDown() async {
        await group.triggerGracefulShutdown()
    }
}

extension TestServer {
    /// Sends a request, and returns the complete answer.
    func send(_ request: APIRequest, scheme: String = "http", with client: HTTPClient = .shared) async throws
        -> APIResponse
    {
        try await send(
            request.method.rawValue, request.target, fields: request.fields, body: request.body, scheme: scheme,
            with: client)
    }

    /// Sends a request with any method and body.
    func send(
        _ method: String, _ target: String, fields: APIFields = APIFields(), body: [UInt8] = [],
        scheme: String = "http", with client: HTTPClient = .shared
    ) async throws -> APIResponse {
        let response = try await begin(method, target, fields: fields, body: body, scheme: scheme, with: client)
        var fields = APIFields()
        for header in response.headers { fields.add(header.value, to: header.name) }
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return APIResponse(status: Int(response.status.code), fields: fields, body: Array(bytes.readableBytesView))
    }

    /// Sends a request, and returns the answer as it begins.
    func begin(
        _ method: String, _ target: String, fields: APIFields = APIFields(), body: [UInt8] = [],
        scheme: String = "http", with client: HTTPClient = .shared
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: "\(scheme)://127.0.0.1:\(port)\(target)")
        request.method = HTTPMethod(rawValue: method)
        for field in fields.all { request.headers.add(name: field.name, value: field.value) }
        if !body.isEmpty { request.body = .bytes(ByteBuffer(bytes: body)) }
        return try await client.execute(request, timeout: .seconds(300))
    }

    /// Sends JSON as it is.
    func send(
        _ method: String, _ target: String, json: String, as session: Session? = nil, _ fields: [String: String] = [:]
    ) async throws -> APIResponse {
        var all = APIFields(fields)
        if all["content-type"] == nil { all["content-type"] = "application/json" }
        session?.sign(&all)
        return try await send(method, target, fields: all, body: Array(json.utf8))
    }

    /// Calls an endpoint.
    func call<Parameters: APIParameters, Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, Body, Answer>, _ parameters: Parameters, _ body: Body,
        as session: Session? = nil, _ fields: [String: String] = [:]
    ) async throws -> APIResponse {
        var request = try endpoint.request(parameters, body)
        for (name, value) in fields { request.fields[name] = value }
        session?.sign(&request.fields)
        return try await send(request)
    }

    /// Calls an endpoint without parameters.
    func call<Body: APIMessage, Answer: APIMessage>(
        _ endpoint: Endpoint<NoParameters, Body, Answer>, _ body: Body, as session: Session? = nil,
        _ fields: [String: String] = [:]
    ) async throws -> APIResponse {
        try await call(endpoint, NoParameters(), body, as: session, fields)
    }

    /// Calls an endpoint without parameters and body.
    func call<Answer: APIMessage>(
        _ endpoint: Endpoint<NoParameters, NoMessage, Answer>, as session: Session?, _ fields: [String: String] = [:]
    ) async throws -> APIResponse {
        try await call(endpoint, NoParameters(), NoMessage(), as: session, fields)
    }

    /// Calls an endpoint without a body.
    func call<Parameters: APIParameters, Answer: APIMessage>(
        _ endpoint: Endpoint<Parameters, NoMessage, Answer>, _ parameters: Parameters, as session: Session? = nil,
        _ fields: [String: String] = [:]
    ) async throws -> APIResponse {
        try await call(endpoint, parameters, NoMessage(), as: session, fields)
    }
}

extension TestServer {
    /// A signed-in account.
    struct Session: Sendable {
        let token: String
        let account: String
        let email: String

        func sign(_ fields: inout APIFields) {
            fields["authorization"] = "Bearer \(token)"
        }
    }

    static let password = "a long and odd password"

    /// Registers an account, and signs in.
    func session(_ email: String = "ada@example.com") async throws -> Session {
        let credentials = CredentialsMessage(email: email, password: Self.password)
        let registered = try await call(AuthEndpoints.register, credentials)
        try #require(registered.status == 202)
        return try await signIn(email)
    }

    /// Signs in to an account.
    func signIn(_ email: String, password: String = Self.password) async throws -> Session {
        let answer = try await call(AuthEndpoints.signIn, CredentialsMessage(email: email, password: password))
        try #require(answer.status == 201)
        let message: SignedInMessage = try answer.message()
        return Session(token: message.token, account: message.account, email: email)
    }
}

extension APIResponse {
    /// The body as a message.
    func message<Message: APIMessage>(_ type: Message.Type = Message.self) throws -> Message {
        try MessageCoding.decode(body)
    }

    /// The code of the problem; `nil` if the answer is none.
    var problem: Problem? {
        guard fields["content-type"] == MediaType.problem else { return nil }
        return try? MessageCoding.decode(body)
    }
}

/// Requires that an answer is a problem with a status and a code, which names its request.
func expect(
    _ answer: APIResponse, _ status: Int, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(answer.status == status, sourceLocation: sourceLocation)
    #expect(answer.problem?.code == code, sourceLocation: sourceLocation)
    #expect(answer.problem?.status == status, sourceLocation: sourceLocation)
    #expect(answer.problem?.requestId == answer.fields["x-request-id"], sourceLocation: sourceLocation)
}
