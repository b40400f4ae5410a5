internal import ServiceLifecycle

extension AsyncSequence where Self: Sendable, AsyncIterator: Sendable, Element: Sendable {
    /// The elements of this sequence, ending when the surrounding service is shut down.
    ///
    /// Live queries and subscriptions do not end by themselves. A loop over one would keep a service group from
    /// shutting down, or end it with `CancellationError`. This sequence ends normally instead:
    ///
    /// ```swift
    /// struct Screen: Service {
    ///     let orders: LiveValues<[OrderEvent]>
    ///     let show: @Sendable ([OrderEvent]) async throws -> Void
    ///
    ///     func run() async throws {
    ///         for try await shown in orders.untilShutdown() { try await show(shown) }
    ///     }
    /// }
    /// ```
    ///
    /// - Returns: A sequence that ends on graceful shutdown or cancellation of the task, at once if it is waiting. A
    ///   graceful shutdown does not cancel the body of the loop. Errors are those of this sequence.
    public func untilShutdown() -> UntilShutdown<Self> { UntilShutdown(self) }
}

/// The elements of a sequence until the task is shut down gracefully or cancelled.
///
/// Created by `untilShutdown()`.
public struct UntilShutdown<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.AsyncIterator: Sendable, Base.Element: Sendable {
    /// The element type of the base sequence.
    public typealias Element = Base.Element

    private let base: Base

    init(_ base: Base) { self.base = base }

    /// Starts iterating over the base sequence.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator()) }

    /// The iterator.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        // `nil` after the end.
        private var base: Base.AsyncIterator?

        fileprivate init(_ base: Base.AsyncIterator) { self.base = base }

        /// The next element.
        ///
        /// - Returns: The element; `nil` if the task is shut down gracefully or cancelled, or the base sequence has
        ///   ended.
        /// - Throws: The errors of the base sequence.
        public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }

        /// The next element.
        ///
        /// - Parameter actor: The actor to run on, if any.
        /// - Returns: The element; `nil` if the task is shut down gracefully or cancelled, or the base sequence has
        ///   ended.
        /// - Throws: The errors of the base sequence.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            guard let iterator = base else { return nil }
            base = nil
            guard !Self.shouldStop else { return nil }
            do {
                let (element, rest) = try await cancelWhenGracefulShutdown {
                    var iterator = iterator
                    return (try await iterator.next(), iterator)
                }
                if element != nil { base = rest }
                return element
            } catch is CancellationError where Self.shouldStop {
                return nil
            }
        }

        private static var shouldStop: Bool { Task.isCancelled || Task.isShuttingDownGracefully }
    }
}
