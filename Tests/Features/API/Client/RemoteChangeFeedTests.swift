import DomainKit
import FeatureAPI
import Testing

@Suite(.timeLimit(.minutes(25))) struct RemoteChangeFeedTests {
    private static let endpoint = Endpoint<NoParameters, NoMessage, ChangeMessage>(
        "changes", .get, "/changes", "Signals changes.", .events)

    private func feed(_ transport: ScriptedTransport) -> RemoteChangeFeed {
        RemoteChangeFeed(
            Self.endpoint, NoParameters(),
            of: APIClient(
                over: transport, session: FixedSession(),
                options: .init(retry: RetryPolicy(firstDelay: .milliseconds(1)))))
    }

    private static func signal(_ position: Int) -> String {
        "id: \(position)\nevent: change\ndata: {\"position\":\(position)}\n\n"
    }

    @Test func `a lost stream is resumed with the id of the last signal`() async throws {
        let transport = ScriptedTransport([
            .answer(Self.signal(3) + Self.signal(5)), .lost(mayBeSent: true), try .problem(503, "tooManyStreams"),
            .answer(Self.signal(9)), try .problem(401, "sessionExpired"),
        ])
        let feed = feed(transport)
        #expect(await feed.mark() == 0)
        try await feed.waitForChange(after: 2)
        #expect(await feed.mark() == 3)
        #expect(transport.requests.prefix(4).map { $0.fields["last-event-id"] } == [nil, "5", "5", "5"])
    }

    @Test func `a refused stream ends each wait, and the next one connects again`() async throws {
        let transport = ScriptedTransport([
            try .problem(401, "sessionExpired"), .answer(Self.signal(1)), try .problem(401, "sessionExpired"),
        ])
        let feed = feed(transport)
        let error = await #expect(throws: APIError.self) { try await feed.waitForChange(after: 0) }
        #expect(error?.code == .sessionExpired)
        try await feed.waitForChange(after: 0)
        #expect(await feed.mark() == 1)
    }

    @Test func `a wait ends with its task`() async throws {
        let feed = RemoteChangeFeed(
            Self.endpoint, NoParameters(), of: APIClient(over: SilentTransport(), session: FixedSession()))
        let wait = Task { try await feed.waitForChange(after: 0) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }
}
