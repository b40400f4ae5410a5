import AuthDomain
import DomainKit
import FeatureTesting
import InMemoryLogging
import Logging
import Nacre
import Shell
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct FailedServiceTests {
    /// Background work that fails when a test says so.
    private struct Failing: LogFollower {
        struct Broken: Error {}

        let label = "failing work"
        let signal = ChangeSignal()

        func run(progress: ((_ position: Position) -> Void)?) async throws {
            try await signal.waitForChange(after: 0)
            throw Broken()
        }
    }

    @Test func `if background work fails, the server says so, ends its streams in order, and throws the error`()
        async throws
    {
        let application = try await Application.open(.inMemory)
        let work = Failing()
        await #expect(throws: Failing.Broken.self) {
            try await TestServer.run(on: application, secrets: InMemorySecretStore(), beside: [work]) { server in
                let session = try await server.session()
                var events = try await server.events("/v1/items/events", as: session)
                #expect(try await events.next() != nil)
                work.signal.changed()
                while try await events.next() != nil {}
                let entry = try #require(server.log.entries.first { $0.level == .critical })
                #expect(entry.metadata["service"] == "failing work")
            }
        }
        await application.close()
    }
}
