/// Observes a query: an asynchronous sequence of its current result, and then of each changed result.
///
/// ```swift
/// for try await cents in spent { print("ada has spent", cents) }
/// ```
///
/// **Delivery.** The first request returns the current result. Each later request returns the current result as soon
/// as it differs from the one returned before.
///
/// **What is skipped.** A result that is replaced before it is requested is skipped: a slow consumer only receives
/// the latest one, and may miss changes that are undone meanwhile. Equal results in succession are returned once. The
/// last result is never skipped: when changes cease, the last result returned is the current one.
///
/// **Ending.** The sequence has no end of its own. Iterating throws if the task is cancelled (`CancellationError`, at
/// once, even while waiting), or if the query or the feed throws, for example because the store is closed or a
/// projection is halted. After an error, iterating returns `nil`. A new iteration starts again with the current
/// result.
///
/// **Cost.** The sequence works only while a value is requested, and keeps only the last value returned. Each check
/// runs the query once, so a burst of changes costs one query if no value is requested meanwhile.
///
/// Threading: each iteration is independent, and must be used by one task at a time.
public struct LiveValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    // PROJ-36: A live query notes the head, runs the query, then waits.

    /// The type of the elements.
    public typealias Element = Value

    private let feed: any ChangeFeed
    private let query: @Sendable () async throws -> Value

    /// Creates a sequence of a query's results.
    ///
    /// - Parameters:
    ///   - feed: Signals that the result may have changed.
    ///   - query: The query. It must see every change up to the feed's mark at the time it begins.
    public init(following feed: any ChangeFeed, _ query: @escaping @Sendable () async throws -> Value) {
        self.feed = feed
        self.query = query
    }

    /// Starts with the current result.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: feed, query: query)
    }

    /// Iterates over the results that differ.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// The value returned last, and a mark up to which all changes have been seen.
        private struct Seen: Sendable {
            let value: Value
            let mark: UInt64
        }

        private let feed: any ChangeFeed
        private let query: @Sendable () async throws -> Value
        private var seen: Seen?
        private var isOver = false

        fileprivate init(feed: any ChangeFeed, query: @escaping @Sendable () async throws -> Value) {
            self.feed = feed
            self.query = query
        }

        /// The current result, as soon as it differs from the one returned before.
        ///
        /// - Returns: The value; `nil` only after an error was thrown.
        /// - Throws: `CancellationError` if the task is cancelled; errors of the query and of the feed.
        public mutating func next() async throws -> Value? {
            try await next(isolation: #isolation)
        }

        /// The current result, as soon as it differs from the one returned before.
        ///
        /// - Parameter actor: The actor to run on, if any.
        /// - Returns: The value; `nil` only after an error was thrown.
        /// - Throws: Errors of ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
            guard !isOver else { return nil }
            do {
                while true {
                    try Task.checkCancellation()
                    if let seen { try await feed.waitForChange(after: seen.mark) }
                    // The mark is read before the query, so that no change after it is missed, whether or not the
                    // query saw it.
                    let mark = try await feed.mark()
                    let value = try await query()
                    let isNew = seen.map { $0.value != value } ?? true
                    seen = Seen(value: value, mark: mark)
                    if isNew { return value }
                }
            } catch {
                isOver = true
                seen = nil
                throw error
            }
        }
    }
}
