import AuthDomain
import DomainKit
import FeatureAPI
import FeatureHTTPClient
import Foundation
import ItemsDomain
import Nacre
import Shell

@testable import ShellServer

/// A served application, and clients of it whose accounts need no signing in.
struct RemoteKernel: Sendable {
    let server: TestServer
    let transport: any HTTPTransport

    /// Serves an application with a clock while a test runs.
    static func run(
        on application: Application, limits: ServerLimits = .forTests,
        over carrier: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 },
        _ test: @escaping @Sendable (RemoteKernel) async throws -> Void
    ) async throws {
        let options = ServerOptions(port: 0, limits: limits)
        do {
            try await TestServer.run(
                options, on: application, secrets: InMemorySecretStore(), authenticate: AccountsInTokens()
            ) { server in
                let http = HTTPClientTransport(to: try ServerAddress("http://127.0.0.1:\(server.port)"))
                do {
                    try await test(RemoteKernel(server: server, transport: carrier(http)))
                } catch {
                    try await http.shutdown()
                    throw error
                }
                try await http.shutdown()
            }
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }

    /// Serves an application in memory.
    static func run(
        at time: any TimeSource = SystemTimeSource(),
        over carrier: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 },
        _ test: @escaping @Sendable (RemoteKernel) async throws -> Void
    ) async throws {
        try await run(
            on: Application.open(.inMemory(time: time), options: .init(answersFromEvents: true)), over: carrier, test)
    }

    /// The client of an operator.
    var operatorClient: APIClient { client(AccountsInTokens.token(of: UUID(), isOperator: true)) }

    /// The client of a user.
    func client(of user: ItemOwner) -> APIClient { client(AccountsInTokens.token(of: user.uuid)) }

    /// A client with a token.
    func client(_ token: SessionToken?) -> APIClient {
        APIClient(
            over: transport, session: FixedSession(token),
            options: .init(retry: RetryPolicy(firstDelay: .milliseconds(1))))
    }
}

extension ServerLimits {
    /// Limits that no test reaches by its number of requests.
    static var forTests: ServerLimits {
        var limits = ServerLimits()
        limits.requestsPerSecond = 1e6
        limits.burst = 1e6
        return limits
    }
}

extension ItemOwner {
    /// An owner without items.
    static var fresh: ItemOwner { ItemOwner(UUID()) }
}
