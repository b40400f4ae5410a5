import DomainKit
import FeatureCache
import NacreTesting
import TestTraits
import Testing

@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct CachedAnswersOrderTests {
    private let query = AnswerKey("item")
    private let changes = ChangeSignal()

    @Test
    func `an answer that is being kept is removed by the change that makes it untrue`() async throws {
        let (isKeeping, mayKeep) = (WaitableValue(false), WaitableValue(false))
        let cache = WatchedCache(keeping: {
            isKeeping.change { $0 = true }
            try? await mayKeep.wait { $0 }
        })
        let answers = CachedAnswers(in: cache, options: .testing())
        let fetched = Task { try await answers.fetch(query) { 1 }.value }
        try await isKeeping.wait { $0 }
        let changed = Task { try await answers.change(outdating: { _ in true }) {} }
        // Time for a removal that does not wait.
        for _ in 1...100 { await Task.yield() }
        mayKeep.change { $0 = true }
        try await changed.value
        #expect(try await fetched.value == 1)
        await #expect(throws: TestNetwork.Unreachable.self) {
            try await answers.fetch(query) { throw TestNetwork.Unreachable() }
        }
    }

    @Test
    func `observers never go back to what another request was answered before`() async throws {
        let answers = CachedAnswers(in: InMemoryAnswerCache<Int>(), options: .testing())
        let feed = answers.changes(of: changes)
        _ = try await answers.fetch(query) { 1 }
        let gates = (first: WaitableValue(false), second: WaitableValue(false))
        for (gate, answer) in [(gates.first, 2), (gates.second, 1)] {
            changes.changed()
            _ = try await feed.mark()
            let seen = try await answers.current(query) {
                try await gate.wait { $0 }
                return answer
            }
            #expect(seen.value == 1)
        }
        var mark = try await feed.mark()
        gates.first.change { $0 = true }
        try await feed.waitForChange(after: mark)
        mark = try await feed.mark()
        gates.second.change { $0 = true }
        try await feed.waitForChange(after: mark)
        #expect(try await answers.current(query) { 2 }.value == 2)
    }
}
