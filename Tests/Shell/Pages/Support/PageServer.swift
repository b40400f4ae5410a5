import AsyncHTTPClient
import AuthDomain
import AuthInfrastructure
import DomainKit
import FeatureAPI
import FeatureTesting
import InMemoryLogging
import ItemsDomain
import Logging
import NIOCore
import NIOHTTP1
import Nacre
import NacreRuntime
import ServiceLifecycle
import Shell
import ShellPresentation
import ShellServer

@testable import ShellPages

/// A server with pages on a free port of loopback, with its application in memory.
struct PageServer: Sendable {
    let application: Application
    let accounts: AuthFeature
    let site: PageSite
    let port: Int
    let log: InMemoryLogHandler
    let mailBox: MailBox
    let relay: MailRelay

    var url: String { "http://127.0.0.1:\(port)" }

    static let email = "ada@example.com"
    static let password = "polished shells 7"

    /// Runs a server while a test runs.
    static func run(
        limits: PageLimits = PageLimits(), isSecure: Bool = false, passwordsAtOnce: Double = 1e9,
        operatorPages: OperatorPages? = nil, _ change: (inout ServerLimits) -> Void = { _ in },
        _ test: @escaping @Sendable (PageServer) async throws -> Void
    ) async throws {
        let application = try await Application.open(
            .inMemory, options: .init(requestsMail: true, answersFromEvents: true))
        do {
            try await run(
                on: application, secrets: InMemorySecretStore(), limits: limits, isSecure: isSecure,
                passwordsAtOnce: passwordsAtOnce, operatorPages: operatorPages, change, test)
        } catch {
            await application.close()
            throw error
        }
        await application.close()
    }

    /// Runs a server over an open application.
    static func run(
        on application: Application, secrets: any SecretStore, port: Int = 0, limits: PageLimits = PageLimits(),
        isSecure: Bool = false, passwordsAtOnce: Double = 1e9, operatorPages: OperatorPages? = nil,
        _ change: (inout ServerLimits) -> Void = { _ in },
        _ test: @escaping @Sendable (PageServer) async throws -> Void
    ) async throws {
        let accounts = application.accounts(secrets: secrets, hasher: TestPasswordHasher())
        let site = try await PageSite(
            .live(application, accounts: accounts), isSecure: isSecure, limits: limits, operatorPages: operatorPages)
        let (log, mailBox) = (InMemoryLogHandler(), MailBox())
        let logger = Logger(label: "server", factory: { _ in log })
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var options = ServerOptions(port: port)
        (options.limits.requestsPerSecond, options.limits.burst) = (1e9, 1e9)
        (options.limits.passwordsPerSecond, options.limits.passwordBurst) = (
            passwordsAtOnce < 1e9 ? 1e-6 : 1e9, passwordsAtOnce
        )
        change(&options.limits)
        let server = try APIServer(
            application, accounts: accounts, options: options, site: site, metrics: MetricsRegistry(), logger: logger,
            isListening: { listening.yield($0) })
        let group = ServiceGroup(configuration: .init(services: [server], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { listening.finish() }
                try await group.run()
            }
            for await port in ports {
                let relay = application.mailRelay(for: accounts, sender: mailBox, texts: .links(toPort: port))
                let server = PageServer(
                    application: application, accounts: accounts, site: site, port: port, log: log, mailBox: mailBox,
                    relay: relay)
                let result: Result<Void, any Error>
                do { result = .success(try await test(server)) } catch { result = .failure(error) }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    /// Registers an account.
    func register(_ email: String = PageServer.email) async throws {
        try await accounts.useCases.register(NewAccount(email: email, password: Password(Self.password)))
    }

    /// The use cases of an account's items.
    func items(of email: String = PageServer.email) async throws -> ItemUseCases {
        let signedIn = try await accounts.useCases.signIn(email: email, password: Password(Self.password))
        let account = signedIn.session.account
        return application.items(for: .owner(ItemOwner(high: account.high, low: account.low)))
    }
}
