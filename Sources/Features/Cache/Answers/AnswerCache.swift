public import DomainKit

/// Keeps the answers of a server to the queries of one account.
///
/// **Account.** The answers belong to one account. The first call for another account empties the cache, so that it never
/// shows an answer to the wrong account.
///
/// **Bounds.** The number of answers is bounded; the ones fetched longest ago are evicted first.
///
/// **Failures.** A cache does not throw: an answer that cannot be read is missing, and one that cannot be kept is fetched
/// again. An implementation reports such errors otherwise.
///
/// Threading: may be shared. Calls take effect in the order in which they are made.
public protocol AnswerCache<Answer>: Sendable {
    /// The type of the answers.
    associatedtype Answer: Sendable

    /// The answer to a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - account: The account that asks.
    /// - Returns: The answer, with ``Cached/isFromServer`` false; `nil` if there is none.
    func answer(to query: AnswerKey, of account: String) async -> Cached<Answer>?

    /// Keeps an answer, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - time: When the server was asked for it.
    ///   - query: The query.
    ///   - account: The account that asks.
    func keep(_ answer: Answer, fetchedAt time: Instant, to query: AnswerKey, of account: String) async

    /// Removes answers.
    ///
    /// - Parameter isOutdated: Whether the answer to a query is to be removed.
    func remove(where isOutdated: @escaping @Sendable (AnswerKey) -> Bool) async

    /// Removes all answers, and forgets the account.
    func removeAll() async
}

/// The bounds of caches.
public enum AnswerCacheLimits {
    /// The default number of answers that a cache keeps.
    public static let answers = 500
}
