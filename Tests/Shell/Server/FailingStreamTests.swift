import AuthDomain
import DomainKit
import FeatureAPI
import FeatureTesting
import InMemoryLogging
import Logging
import Nacre
import Shell
import Testing

@testable import ShellServer

/// Event streams that fail while they are sent.
@Suite(.timeLimit(.minutes(25))) struct FailingStreamTests {
    private struct DiskFailed: Error {}

    /// A site with two streams: one fails by itself, the events of the other cannot be made.
    private struct FailingSite: Site {
        func answer(_ request: SiteRequest) async throws -> SiteAnswer {
            let stream =
                request.target == "/stream"
                ? EventStream { _ in throw DiskFailed() }
                : EventStream { send in
                    send { throw DiskFailed() }
                    try await Task.sleep(for: .seconds(3_600))
                }
            return SiteAnswer("failing", .events(stream), to: nil)
        }

        func response(to problem: Problem) -> APIResponse { APIResponse(status: problem.status) }
    }

    @Test(arguments: ["/stream", "/events"])
    func `the error is logged with its request, and the client gets a problem`(target: String) async throws {
        let application = try await Application.open(.inMemory, options: .init(answersFromEvents: true))
        try await TestServer.run(on: application, secrets: InMemorySecretStore(), site: FailingSite()) { server in
            let answer = try await server.send("GET", target, fields: APIFields(["x-request-id": "r-1"]))
            #expect(answer.status == 200)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("event: problem"))
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("DiskFailed"))
            let entry = try #require(server.log.entries.first { $0.level == .error })
            #expect("\(entry.message)" == "an event stream failed")
            #expect(entry.metadata["request"] == "r-1")
            #expect(entry.metadata["endpoint"] == "failing")
            #expect(entry.metadata["error"] == "DiskFailed()")
        }
        await application.close()
    }
}
