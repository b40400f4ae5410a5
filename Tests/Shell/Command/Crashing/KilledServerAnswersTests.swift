import AsyncHTTPClient
import AuthRemote
import FeatureAPI
import TestFolders
import TestTraits
import Testing

/// Kills a server with `SIGKILL` between a request and its repeat.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct KilledServerAnswersTests {
    // API-26: Answers to commands without events are kept for 24 hours, as secrets.

    private static let password = "a long and odd password"

    /// The requests, in an order in which all succeed; those with a session change its password.
    private func requests(password: String = Self.password, new: String = "another odd password") throws -> [APIRequest]
    {
        let credentials = CredentialsMessage(email: "ada@example.com", password: password)
        var requests = [
            try AuthEndpoints.register.request(NoParameters(), credentials),
            try AuthEndpoints.signIn.request(NoParameters(), credentials),
            try AuthEndpoints.changePassword.request(
                NoParameters(), PasswordChangeMessage(current: password, password: new)),
        ]
        for index in requests.indices { requests[index].fields["idempotency-key"] = "51f2c3a8-\(index)" }
        return requests
    }

    /// Sends the requests, each that needs it with the session of the sign-in before it.
    private func answers(
        to requests: [APIRequest], _ client: PatientClient, as token: String? = nil
    ) async throws -> [APIResponse] {
        var (client, answers) = (client, [APIResponse]())
        for request in requests {
            client.token = answers.count == 2 ? try token ?? self.token(in: answers[1]) : nil
            answers.append(try await client.send(request).response)
        }
        return answers
    }

    private func token(in answer: APIResponse) throws -> String {
        try MessageCoding.decode(answer.body, as: SignedInMessage.self).token
    }

    @Test func `a killed and restarted server repeats its answers, and refuses other bodies under their keys`()
        async throws
    {
        let server = ServerProcess(in: try TemporaryFolder())
        try await server.start()
        let http = HTTPClient(eventLoopGroupProvider: .singleton)
        do {
            let client = PatientClient(http: http, port: await server.port)
            let first = try await answers(to: requests(), client)
            #expect(first.map(\.status) == [202, 201, 204])
            let token = try token(in: first[1])
            try await server.kill()
            try await server.start()
            let again = try await answers(to: requests(), client)
            #expect(again.map(\.status) == [202, 201, 204])
            #expect(again.map(\.body) == first.map(\.body))
            let others = try await answers(
                to: requests(password: "one more odd password", new: "yet another odd one"), client, as: token)
            #expect(others.map(\.status) == [422, 422, 422])
            for other in others {
                let problem = try MessageCoding.decode(other.body, as: Problem.self)
                #expect(problem.code == "idempotencyKeyReused")
            }
            #expect(try await server.loggedErrors() == [])
        } catch {
            try await server.kill()
            try await http.shutdown()
            throw error
        }
        try await server.kill()
        try await http.shutdown()
    }
}
