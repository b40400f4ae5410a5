import AuthDomain
import DomainKit
import FeatureAPI
import Nacre
import Testing

@testable import ShellServer

@Suite struct PreconditionTests {
    /// A use case that has lost every race.
    private static let endpoint = Endpoint<NoParameters, NoMessage, NoMessage>(
        "lost", .post, "/lost", "Loses.", .precondition)

    private struct NoSessions: Authenticating {
        func callAsFunction(_: Token) async throws -> AuthenticatedAccount { throw AuthError(code: .sessionExpired) }
    }

    private func answer(ifMatch: String) async throws -> Problem {
        let route = Route(Self.endpoint) { _ in
            throw ConcurrencyConflict(stream: "item-1", expected: 1, actual: 2)
        }
        let handler = RequestHandler(
            routes: RouteTable([route]), site: nil, authenticate: NoSessions(), limiter: RequestLimiter(ServerLimits()),
            answers: InMemorySecretStore(), time: SystemTimeSource())
        let arrival = RequestHandler.Arrival(
            method: .post, target: "/lost", fields: APIFields(["if-match": ifMatch]), address: "127.0.0.1", id: "1")
        guard case .response(let response) = await handler.answer(arrival, body: { [] }).answer else {
            throw Failure.unexpected
        }
        return try #require(response.problem)
    }

    @Test func `a lost race violates a version that was named, and is a conflict where any version will do`()
        async throws
    {
        let named = try await answer(ifMatch: "\"v1\"")
        #expect((named.status, named.code) == (412, "staleVersion"))
        let any = try await answer(ifMatch: "*")
        #expect((any.status, any.code) == (409, "conflict"))
    }
}
