import DomainKit
import FeatureCache
import NacreTesting
import TestTraits
import Testing

@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct CachedAnswersTests {
    private struct Refused: Error {}

    private let query = AnswerKey("item")
    private let all: @Sendable (AnswerKey) -> Bool = { _ in true }
    private let own: @Sendable (AnswerKey) -> Bool = { $0 == AnswerKey("item") }
    private let none: @Sendable (AnswerKey) -> Bool = { _ in false }
    private let network = TestNetwork()
    private let time = ManualTimeSource()
    private let account = TestAccount("ada")
    private let value = WaitableValue(1)

    /// The answers of a server that answers with a number.
    private func makeAnswers(patience: Duration = .seconds(3600)) -> CachedAnswers<Int> {
        CachedAnswers(
            in: InMemoryAnswerCache(), options: .testing(account: account, time: time, patience: patience))
    }

    private var server: @Sendable () async throws -> Int {
        { [network, value] in
            let answer = value.value
            try await network.pass()
            return answer
        }
    }

    @Test
    func `an answer is the server's, and offline the kept one with its age`() async throws {
        let (answers, asked) = (makeAnswers(), time.now())
        #expect(try await answers.fetch(query, from: server) == Cached(1, fetchedAt: asked, isFromServer: true))
        value.change { $0 = 2 }
        network.set(.cut)
        let now = time.advance(by: .seconds(90))
        let kept = try await answers.fetch(query, from: server)
        #expect(kept == Cached(1, fetchedAt: asked, isFromServer: false))
        #expect(kept.age(at: now) == .seconds(90))
        network.set(.open)
        #expect(try await answers.fetch(query, from: server) == Cached(2, fetchedAt: now, isFromServer: true))
    }

    @Test
    func `the age is zero if the clock was set back, and never overflows`() {
        let cached = Cached(1, fetchedAt: time.now(), isFromServer: true)
        #expect(cached.age(at: time.advance(by: .seconds(-5))) == .zero)
        let oldest = Cached(1, fetchedAt: Instant(nanosecondsSince1970: .min, decimals: 9), isFromServer: true)
        #expect(oldest.age(at: Instant(nanosecondsSince1970: .max, decimals: 9)) == .nanoseconds(Int64.max))
    }

    @Test
    func `offline, a query without a kept answer fails with the network's error`() async throws {
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) { try await makeAnswers().fetch(query, from: server) }
        await #expect(throws: TestNetwork.Unreachable.self) { try await makeAnswers().current(query, from: server) }
    }

    @Test
    func `another error of the server is thrown, even if an answer is kept`() async throws {
        let answers = makeAnswers()
        _ = try await answers.fetch(query, from: server)
        await #expect(throws: Refused.self) { try await answers.fetch(query) { throw Refused() } }
    }

    @Test
    func `a slow server is not waited for if an answer is kept, and its late answer is kept`() async throws {
        let answers = makeAnswers(patience: .zero)
        network.set(.slow)
        async let first = answers.fetch(query, from: server)
        try await network.waitForRequests(1)
        network.set(.open)
        // Without a kept answer, patience does not end.
        #expect(try await first.value == 1)
        value.change { $0 = 2 }
        network.set(.slow)
        #expect(try await answers.fetch(query, from: server).isFromServer == false)
        let changes = answers.changes(of: ChangeSignal())
        let mark = try await changes.mark()
        network.set(.open)
        try await changes.waitForChange(after: mark)
        network.set(.cut)
        #expect(try await answers.fetch(query, from: server).value == 2)
    }

    @Test
    func `callers with one query share a request`() async throws {
        let answers = makeAnswers(patience: .zero)
        _ = try await answers.fetch(query, from: server)
        network.set(.slow)
        for _ in 1...3 { #expect(try await answers.fetch(query, from: server).isFromServer == false) }
        try await network.waitForRequests(2)
        network.set(.open)
        #expect(network.requests == 2)
    }

    @Test
    func `a request from before the client's own change is neither joined nor kept`() async throws {
        let answers = makeAnswers()
        network.set(.slow)
        async let before = answers.fetch(query, from: server)
        try await network.waitForRequests(1)
        try await answers.change(outdating: all) { value.change { $0 = 2 } }
        async let after = answers.fetch(query, from: server)
        try await network.waitForRequests(2)
        network.set(.open)
        #expect(try await before.value == 1)
        #expect(try await after.value == 2)
        network.set(.cut)
        #expect(try await answers.fetch(query, from: server).value == 2)
    }

    @Test
    func `the client's own change removes the answers that it makes untrue, and no others`() async throws {
        let (answers, other) = (makeAnswers(), AnswerKey("another"))
        _ = try await answers.fetch(query, from: server)
        _ = try await answers.fetch(other, from: server)
        try await answers.change(outdating: own) {}
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) { try await answers.fetch(query, from: server) }
        #expect(try await answers.fetch(other, from: server).value == 1)
    }

    @Test
    func `a change that fails removes no answer`() async throws {
        let answers = makeAnswers()
        _ = try await answers.fetch(query, from: server)
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) {
            try await answers.change(outdating: all) { try await network.pass() }
        }
        #expect(try await answers.fetch(query, from: server).value == 1)
    }

    @Test
    func `observers get the kept answer at once, and then the server's`() async throws {
        let (answers, changes) = (makeAnswers(), ChangeSignal())
        _ = try await answers.fetch(query, from: server)
        value.change { $0 = 2 }
        changes.changed()
        network.set(.slow)
        var seen = LiveValues(following: answers.changes(of: changes)) { [query, server] in
            try await answers.current(query, from: server).value
        }.makeAsyncIterator()
        #expect(try await seen.next() == 1)
        network.set(.open)
        #expect(try await seen.next() == 2)
    }

    @Test
    func `an answer that the server has confirmed is not asked for again until something changes`() async throws {
        let (answers, changes) = (makeAnswers(), ChangeSignal())
        let feed = answers.changes(of: changes)
        _ = try await feed.mark()
        _ = try await answers.fetch(query, from: server)
        for _ in 1...3 { _ = try await answers.current(query, from: server) }
        #expect(network.requests == 1)
        changes.changed()
        _ = try await feed.mark()
        _ = try await answers.current(query, from: server)
        try await network.waitForRequests(2)
    }

    @Test
    func `an error of the server ends observation, although an answer is kept`() async throws {
        let (answers, changes) = (makeAnswers(), ChangeSignal())
        _ = try await answers.fetch(query, from: server)
        changes.changed()
        var seen = LiveValues(following: answers.changes(of: changes)) { [query] in
            try await answers.current(query) { throw Refused() }.value
        }.makeAsyncIterator()
        #expect(try await seen.next() == 1)
        await #expect(throws: Refused.self) { try await seen.next() }
    }

    @Test
    func `observation goes on while the server is cut off, and shows what changed meanwhile`() async throws {
        let (answers, changes) = (makeAnswers(), ChangeSignal())
        let feed = answers.changes(of: NetworkChanges(base: changes, network: network))
        var seen = LiveValues(following: feed) { [query, server] in
            try await answers.current(query, from: server).value
        }.makeAsyncIterator()
        #expect(try await seen.next() == 1)
        network.set(.cut)
        var offline = LiveValues(following: feed) { [query, server] in
            try await answers.current(query, from: server).value
        }.makeAsyncIterator()
        #expect(try await offline.next() == 1)
        // This change is not announced.
        value.change { $0 = 2 }
        network.set(.open)
        #expect(try await seen.next() == 2)
        #expect(try await offline.next() == 2)
    }

    @Test
    func `another account, and none, never see an answer`() async throws {
        let answers = makeAnswers()
        _ = try await answers.fetch(query, from: server)
        network.set(.cut)
        for other in ["bob", nil, "ada"] {
            account.signIn(as: other)
            await #expect(throws: TestNetwork.Unreachable.self) { try await answers.fetch(query, from: server) }
            await #expect(throws: TestNetwork.Unreachable.self) { try await answers.current(query, from: server) }
        }
    }

    @Test
    func `an answer to the account that was signed in before is not kept for the next one`() async throws {
        let answers = makeAnswers()
        network.set(.slow)
        async let first = answers.fetch(query, from: server)
        try await network.waitForRequests(1)
        account.signIn(as: "bob")
        value.change { $0 = 2 }
        async let second = answers.fetch(query, from: server)
        try await network.waitForRequests(2)
        network.set(.open)
        #expect(try await first.value == 1)
        #expect(try await second.value == 2)
        network.set(.cut)
        #expect(try await answers.fetch(query, from: server).value == 2)
        account.signIn(as: "ada")
        await #expect(throws: TestNetwork.Unreachable.self) { try await answers.fetch(query, from: server) }
    }

    @Test
    func `signing out empties the cache`() async throws {
        let answers = makeAnswers()
        _ = try await answers.fetch(query, from: server)
        await answers.removeAll()
        network.set(.cut)
        await #expect(throws: TestNetwork.Unreachable.self) { try await answers.fetch(query, from: server) }
    }

    @Test
    func `a shutdown cancels requests, and none uses the cache afterwards`() async throws {
        let closed = WaitableValue(false)
        let cache = WatchedCache { #expect(!closed.value) }
        let answers = CachedAnswers(in: cache, options: .testing(account: account, time: time, patience: .zero))
        _ = try await answers.fetch(query, from: server)
        network.set(.slow)
        // Impatient callers leave requests behind, also one that no caller can join any more.
        _ = try await answers.fetch(query, from: server)
        try await answers.change(outdating: none) {}
        let waiting = Task { [server] in try await answers.fetch(AnswerKey("another"), from: server) }
        try await network.waitForRequests(3)
        await answers.shutdown()
        closed.change { $0 = true }
        await #expect(throws: CancellationError.self) { try await waiting.value }
        network.set(.open)
        #expect(network.requests == 3)
    }
}
