import FeatureAPI
import Foundation
import Testing

@testable import ShellServer

/// Sends requests that are made of the OpenAPI document, and compares each answer with it.
///
/// `NACRE_GENERATED_REQUESTS` sets their number, `NACRE_SEED` which they are.
@Suite(.timeLimit(.minutes(60))) struct GeneratedRequestTests {
    // API-31: Requests are generated from the document that the server shows.

    private static let count = number("NACRE_GENERATED_REQUESTS") ?? 2_000
    private static let clients: UInt64 = 6

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test func `no generated request makes the server fail, each answer is as documented, and none shows another user`()
        async throws
    {
        let seed = Self.number("NACRE_SEED") ?? 1
        var limits = ServerLimits.generous
        limits.heartbeat = .milliseconds(50)
        try await TestServer.run(.init(port: 0, limits: limits)) { server in
            let document = APIDocument(try JSONValue(json: try await server.send("GET", "/openapi.json").body))
            let victim = try await PlantedAccount(on: server)
            let links = LinkMails(of: server)
            let before = try await victim.contents(on: server)
            let answered = try await withThrowingTaskGroup(of: Set<String>.self) { group in
                for number in 0..<Self.clients {
                    group.addTask {
                        var client = try await GeneratingClient(number, seed: seed, document, victim, links, server)
                        return try await client.run(Self.count / Self.clients)
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
            #expect(try await victim.contents(on: server) == before, "seed \(seed)")
            // Otherwise the requests were too wild or too tame to prove anything.
            let succeeded = Set(document.operations.map { "\($0.name) succeeds" })
            #expect(succeeded.subtracting(answered) == [], "seed \(seed)")
            #expect(Self.codes.subtracting(answered) == [], "seed \(seed)")
        }
    }

    private static let codes: Set = [
        "notJSON", "notUTF8", "unexpectedBody", "invalidPrecondition", "sessionExpired", "notAllowed", "notFound",
        "noSuchPath", "methodNotAllowed", "deleted", "staleVersion", "preconditionRequired", "bodyTooLarge",
        "unsupportedMediaType", "invalid", "linkInvalid", "idempotencyKeyReused",
    ]
}
