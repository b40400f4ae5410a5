internal import ServiceLifecycle

extension AsyncSequence where Self: Sendable, AsyncIterator: Sendable, Element: Sendable {
    /// The same elements, until the service that asks for them is to stop.
    ///
    /// A live query and a subscription have no end of their own, and a loop over one would keep a group from shutting down,
    /// or end it with `CancellationError`. This one ends like any other loop:
    ///
    /// ```swift
    /// struct Screen: Service {
    ///     let items: any ItemsObserving
    ///
    ///     func run() async throws {
    ///         for try await page in items().untilShutdown() { try await show(page) }
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: A sequence that ends where the task is shut down gracefully or cancelled, at once while it waits. What the
    ///   loop does with an element is not cancelled by a graceful shutdown. Errors are those of this sequence.
    public func untilShutdown() -> UntilShutdown<Self> { UntilShutdown(self) }
}

/// The elements of a sequence, until the service that asks for them is shut down gracefully or cancelled.
///
/// See `untilShutdown()`, which makes one.
public struct UntilShutdown<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.AsyncIterator: Sendable, Base.Element: Sendable {
    /// What the sequence yields.
    public typealias Element = Base.Element

    private let base: Base

    init(_ base: Base) { self.base = base }

    /// Begins as the sequence itself does.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator()) }

    /// Walks from one element to the next.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        // None where it is over.
        private var base: Base.AsyncIterator?

        fileprivate init(_ base: Base.AsyncIterator) { self.base = base }

        /// The next element.
        ///
        /// - Returns: The element; `nil` where the task is shut down gracefully or cancelled, or the sequence has ended.
        /// - Throws: What the sequence throws.
        public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

        /// The next element.
        ///
        /// - Parameter actor: The actor on which it runs, where there is one.
        /// - Returns: The element; `nil` where the task is shut down gracefully or cancelled, or the sequence has ended.
        /// - Throws: What the sequence throws.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            guard let iterator = base else { return nil }
            base = nil
            guard !Self.isToStop else { return nil }
            do {
                let (element, rest) = try await cancelWhenGracefulShutdown {
                    var iterator = iterator
                    return (try await iterator.next(), iterator)
                }
                if element != nil { base = rest }
                return element
            } catch is CancellationError where Self.isToStop {
                return nil
            }
        }

        private static var isToStop: Bool { Task.isCancelled || Task.isShuttingDownGracefully }
    }
}
