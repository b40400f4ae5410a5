import DomainKit
import FeatureCache

/// A cache that says when it is used, and keeps answers when a test lets it.
struct WatchedCache: AnswerCache {
    private let base = InMemoryAnswerCache<Int>()
    private let use: @Sendable () -> Void
    private let keeping: @Sendable () async -> Void

    init(_ use: @escaping @Sendable () -> Void = {}, keeping: @escaping @Sendable () async -> Void = {}) {
        self.use = use
        self.keeping = keeping
    }

    func answer(to query: AnswerKey, of account: String) async -> Cached<Int>? {
        use()
        return await base.answer(to: query, of: account)
    }

    func keep(_ answer: Int, fetchedAt time: Instant, to query: AnswerKey, of account: String) async {
        use()
        await keeping()
        await base.keep(answer, fetchedAt: time, to: query, of: account)
    }

    func remove(where isOutdated: @escaping @Sendable (AnswerKey) -> Bool) async {
        use()
        await base.remove(where: isOutdated)
    }

    func removeAll() async {
        use()
        await base.removeAll()
    }
}
