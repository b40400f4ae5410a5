/// What a query answers now, and then each time that the answer has changed.
///
/// ```swift
/// for try await page in application.items.observeAll() { show(page.elements) }
/// ```
///
/// **What comes.** First what is so when it is asked for the first time. Then, each time that it is asked, what is so at that
/// moment, as soon as that differs from what it handed out before.
///
/// **What does not come.** A value that was replaced before it was asked for: who is slow gets the newest alone, and what
/// goes to and fro meanwhile may not be seen at all. Two equal values, one after the other. The last value is never one of
/// those: when changes cease, what was handed out last is what is so.
///
/// **The end.** It has none of its own. It ends because the task is cancelled (`CancellationError`, at once, also while it
/// waits), or because the query or the waiting throws, whose error it throws: the store was closed, a projection has halted.
/// After an error, iterating gives `nil`; iterating anew begins again with what is so then.
///
/// **What it costs.** It does nothing but while a value is asked for, and keeps nothing but the value that it handed out
/// last. Each look is one run of the query, so a burst of changes costs one look if nobody asks meanwhile.
///
/// Threading: each iteration stands for itself, and is one task's at a time.
public struct LiveValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    /// What the sequence yields.
    public typealias Element = Value

    private let feed: any ChangeFeed
    private let query: @Sendable () async throws -> Value

    /// Makes a sequence of a query's answers.
    ///
    /// - Parameters:
    ///   - feed: Tells when the answer may have changed.
    ///   - query: Answers, having seen every change up to the feed's mark of the moment in which it begins.
    public init(following feed: any ChangeFeed, _ query: @escaping @Sendable () async throws -> Value) {
        self.feed = feed
        self.query = query
    }

    /// Begins with what is so.
    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: feed, query: query)
    }

    /// Walks from one answer to the next that differs.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        /// What was handed out last, and a mark up to which every change was seen since.
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

        /// What is so, as soon as it differs from what was handed out before.
        ///
        /// - Returns: The value; `nil` only after an error was thrown.
        /// - Throws: `CancellationError` where the task is cancelled; what the query and the feed throw.
        public mutating func next() async throws -> Value? {
            try await next(isolation: #isolation)
        }

        /// What is so, as soon as it differs from what was handed out before.
        ///
        /// - Parameter actor: The actor on which it runs, where there is one.
        /// - Returns: The value; `nil` only after an error was thrown.
        /// - Throws: As ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
            guard !isOver else { return nil }
            do {
                while true {
                    try Task.checkCancellation()
                    if let seen { try await feed.waitForChange(after: seen.mark) }
                    // The mark first: what changes behind it is not waited for in vain, whether the query has seen it or not.
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
