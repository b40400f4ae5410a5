import DomainKit
import FeatureAPI
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(25))) struct APIClientTests {
    struct Word: APIMessage, Hashable {
        var word: String

        static var schema: Schema? { .object(name: "Word", [.init("word", .string())]) }
    }

    private static func endpoint(_ method: APIMethod) -> Endpoint<NoParameters, NoMessage, Word> {
        Endpoint("word", method, "/word", "Shows a word.")
    }

    /// A clock that does not wait, and remembers how long it would have.
    final class Delays: Clock {
        typealias Instant = ContinuousClock.Instant

        private let all = Mutex<[Duration]>([])
        private let start = ContinuousClock.now

        var now: Instant { start }
        var minimumResolution: Duration { .nanoseconds(1) }
        var durations: [Duration] { all.withLock { $0 } }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            all.withLock { $0.append(start.duration(to: deadline)) }
        }
    }

    private let delays = Delays()

    private func client(_ transport: any HTTPTransport, _ token: SessionToken? = nil, attempts: Int = 4) -> APIClient {
        APIClient(
            over: transport, session: FixedSession(token),
            options: .init(
                retry: RetryPolicy(
                    attempts: attempts, firstDelay: .seconds(1), longestDelay: .seconds(10), clock: delays,
                    jitter: { 1 })))
    }

    private func call(_ method: APIMethod, _ outcomes: [Result<APIResponse, TransportError>]) async throws
        -> (word: String, requests: [APIRequest])
    {
        let transport = ScriptedTransport(outcomes)
        let word = try await client(transport).call(Self.endpoint(method)).word
        return (word, transport.requests)
    }

    @Test func `a request has the session's token, and an answer may have members that the client does not know`()
        async throws
    {
        let transport = ScriptedTransport([.answer(#"{"word":"shell","later":1}"#)])
        let answer = try await client(transport, SessionToken("secret")).call(Self.endpoint(.get))
        #expect(answer == Word(word: "shell"))
        #expect(transport.requests.map { $0.fields["authorization"] } == ["Bearer secret"])
        #expect(SessionToken("secret").description == "(not disclosed)")
    }

    @Test func `reads, and posts with one key, are repeated after a lost answer`() async throws {
        for method in [APIMethod.get, .post] {
            let (word, requests) = try await call(
                method, [.lost(mayBeSent: true), .lost(mayBeSent: false), .answer(#"{"word":"shell"}"#)])
            #expect(word == "shell")
            #expect(requests.count == 3)
            let keys = Set(requests.map { $0.fields["idempotency-key"] })
            #expect(keys.count == 1)
            #expect((keys.first ?? nil) == nil ? method == .get : method == .post)
        }
        #expect(delays.durations == [.seconds(1), .seconds(2), .seconds(1), .seconds(2)])
    }

    @Test(arguments: [APIMethod.put, .patch, .delete])
    func `other changes are repeated only if they were not sent`(method: APIMethod) async throws {
        let (word, requests) = try await call(method, [.lost(mayBeSent: false), .answer(#"{"word":"shell"}"#)])
        #expect(word == "shell")
        #expect(requests.count == 2)
        let error = await #expect(throws: APIError.self) { try await call(method, [.lost(mayBeSent: true)]) }
        #expect(error?.code == .answerLost)
    }

    @Test func `a change that was perhaps sent once is not said to be unsent, however its repeats fail`() async throws {
        let lost: [Result<APIResponse, TransportError>] =
            [.lost(mayBeSent: true)] + Array(repeating: .lost(mayBeSent: false), count: 9)
        for (method, code) in [(APIMethod.post, APIError.Code.answerLost), (.get, .networkUnreachable)] {
            let error = await #expect(throws: APIError.self) { try await call(method, lost) }
            #expect(error?.code == code)
        }
    }

    @Test func `another call has another key`() async throws {
        let transport = ScriptedTransport([.answer(#"{"word":"a"}"#), .answer(#"{"word":"b"}"#)])
        let client = client(transport)
        for _ in 0..<2 { try await client.call(Self.endpoint(.post)) }
        #expect(Set(transport.requests.map { $0.fields["idempotency-key"] }).count == 2)
    }

    @Test func `Retry-After is waited for, unless it is longer than the policy allows`() async throws {
        let (word, requests) = try await call(
            .patch, [.problem(429, "tooManyRequests", retryAfter: 7), .answer(#"{"word":"shell"}"#)])
        #expect(word == "shell")
        #expect(requests.count == 2)
        #expect(delays.durations == [.seconds(7)])
        let error = await #expect(throws: APIError.self) {
            try await call(.get, [.problem(503, "unavailable", retryAfter: 11)])
        }
        #expect(error?.code == .serverError)
        #expect(error?.retryAfter == .seconds(11))
        #expect(delays.durations.count == 1)
    }

    @Test func `a change is not repeated after 503, which may have carried it out, and a post is`() async throws {
        let error = await #expect(throws: APIError.self) {
            try await call(.delete, [.problem(503, "unavailable", retryAfter: 1)])
        }
        #expect(error?.code == .serverError)
        let (word, _) = try await call(
            .post, [.problem(503, "unavailable", retryAfter: 1), .answer(#"{"word":"shell"}"#)])
        #expect(word == "shell")
    }

    @Test func `attempts end, with the error of the last one`() async throws {
        let transport = ScriptedTransport([
            .lost(mayBeSent: true), .lost(mayBeSent: true), .lost(mayBeSent: false), .answer(#"{"word":"shell"}"#),
        ])
        let error = await #expect(throws: APIError.self) {
            try await client(transport, attempts: 3).call(Self.endpoint(.get))
        }
        #expect(error?.code == .networkUnreachable)
        #expect(transport.requests.count == 3)
    }

    @Test func `problems are errors with their text, and are not repeated`() async throws {
        let problems: [(Int, String, APIError.Code)] = [
            (401, "sessionExpired", .sessionExpired), (401, "invalidCredentials", .refused),
            (404, "notFound", .refused),
            (412, "staleVersion", .refused), (500, "unexpected", .serverError),
        ]
        for (status, code, expected) in problems {
            let error = await #expect(throws: APIError.self) { try await call(.get, [.problem(status, code)]) }
            #expect(error?.code == expected)
            #expect(error?.problem?.code == code)
            if expected != .sessionExpired { #expect(error?.description.contains("the detail") == true) }
        }
        let page = Result<APIResponse, TransportError>.success(APIResponse(status: 404, body: Array("<html>".utf8)))
        let error = await #expect(throws: APIError.self) { try await call(.get, [page]) }
        #expect(error?.code == .serverError)
        #expect(error?.problem?.status == 404)
    }

    @Test func `a cancelled call ends with its task`() async throws {
        let call = Task { try await client(SilentTransport()).call(Self.endpoint(.get)) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test func `events are received in order, and a problem ends the stream`() async throws {
        let events = Endpoint<NoParameters, NoMessage, Word>("words", .get, "/words", "Sends words.", .events)
        let body = "id: 1\ndata: {\"word\":\"a\"}\n\n: \n\nid: 2\ndata: {\"word\":\"b\"}\n\n"
        let transport = ScriptedTransport([.answer(body)])
        var received: [String] = []
        try await client(transport).follow(events, NoParameters(), after: "0") { id, message in
            received.append("\(id ?? "") \(message.word)")
        }
        #expect(received == ["1 a", "2 b"])
        #expect(transport.requests.map { $0.fields["last-event-id"] } == ["0"])
        let problem = #"{"type":"urn:nacre:problem:unexpected","title":"t","status":500,"detail":"the detail"}"#
        let failing = ScriptedTransport([.answer("event: problem\ndata: \(problem)\n\n")])
        let error = await #expect(throws: APIError.self) {
            try await client(failing).follow(events, NoParameters(), after: nil) { _, _ in }
        }
        #expect(error?.problem?.code == "unexpected")
    }
}
