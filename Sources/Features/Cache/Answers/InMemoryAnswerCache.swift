public import DomainKit
import Synchronization

/// A cache in memory: nothing outlives the process.
public final class InMemoryAnswerCache<Answer: Sendable>: AnswerCache {
    private struct State {
        var account: String?
        var answers: [AnswerKey: Cached<Answer>] = [:]

        /// Empties the cache if it belongs to another account.
        mutating func belong(to account: String) {
            guard self.account != account else { return }
            answers = [:]
            self.account = account
        }
    }

    private let capacity: Int

    // A lock and no actor: calls take effect in the order in which they are made.
    private let state = Mutex(State())

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: The maximum number of answers, at least 1.
    public init(capacity: Int = AnswerCacheLimits.answers) {
        self.capacity = max(1, capacity)
    }

    /// The answer to a query.
    public func answer(to query: AnswerKey, of account: String) async -> Cached<Answer>? {
        state.withLock { state in
            state.belong(to: account)
            return state.answers[query]
        }
    }

    /// Keeps an answer, in place of an earlier one.
    ///
    /// - Complexity: O(*n*) in the number of answers if one is evicted.
    public func keep(_ answer: Answer, fetchedAt time: Instant, to query: AnswerKey, of account: String) async {
        state.withLock { state in
            state.belong(to: account)
            state.answers[query] = Cached(answer, fetchedAt: time, isFromServer: false)
            guard state.answers.count > capacity,
                let oldest = state.answers.filter({ $0.key != query })
                    .min(by: { $0.value.fetchedAt < $1.value.fetchedAt })
            else { return }
            state.answers[oldest.key] = nil
        }
    }

    /// Removes answers.
    public func remove(where isOutdated: @escaping @Sendable (AnswerKey) -> Bool) async {
        state.withLock { state in state.answers = state.answers.filter { !isOutdated($0.key) } }
    }

    /// Removes all answers, and forgets the account.
    public func removeAll() async {
        state.withLock { $0 = State() }
    }
}
