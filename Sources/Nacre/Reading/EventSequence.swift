/// Provides the events of one read in batches.
public protocol EventBatchSource: Sendable {
    /// Returns the next events in order; empty at the end.
    ///
    /// - Returns: The next events in order; empty at the end.
    /// - Throws: ``EventStoreError`` if the events cannot be read. An error is never reported as the end.
    mutating func nextBatch() async throws -> [RecordedEvent]
}

/// The events of a read, in order, fetched in batches as they are consumed.
///
/// Nothing is held open between batches, so a slow consumer costs the store nothing. Each iteration reads again.
public struct EventSequence: AsyncSequence, Sendable {
    // READ-04: A read holds nothing between batches.

    /// The type of the elements.
    public typealias Element = RecordedEvent

    private let open: @Sendable () -> any EventBatchSource

    /// Creates a sequence that opens a new source for each iteration.
    public init(_ open: @escaping @Sendable () -> any EventBatchSource) {
        self.open = open
    }

    /// Starts a read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: open())
    }

    /// Iterates over the batches of a source.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private var source: any EventBatchSource
        @usableFromInline var batch: [RecordedEvent] = []
        @usableFromInline var index = 0
        private var isAtEnd = false

        init(source: any EventBatchSource) {
            self.source = source
        }

        /// The next event, or `nil` at the end.
        ///
        /// - Returns: The next event, or `nil` at the end.
        /// - Throws: ``EventStoreError`` if the events cannot be read; `CancellationError` if the task was cancelled
        ///   between two batches.
        @inlinable
        public mutating func next() async throws -> RecordedEvent? {
            try await next(isolation: #isolation)
        }

        /// The next event, or `nil` at the end.
        ///
        /// Implemented to avoid the standard library's default, which copies the iterator for every event.
        ///
        /// - Parameter actor: The actor to run on, if any.
        /// - Returns: The next event, or `nil` at the end.
        /// - Throws: Errors of ``next()``.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> RecordedEvent? {
            if index == batch.count, try await !fetch() { return nil }
            defer { index += 1 }
            return batch[index]
        }

        /// Fetches the next batch.
        ///
        /// - Returns: Whether there is one.
        @usableFromInline
        mutating func fetch() async throws -> Bool {
            guard !isAtEnd else { return false }
            try Task.checkCancellation()
            // Release the old batch first, so that its memory can be reused for the new one.
            batch = []
            index = 0
            batch = try await source.nextBatch()
            isAtEnd = batch.isEmpty
            return !isAtEnd
        }
    }

    /// Collects all events into an array.
    ///
    /// - Returns: The events in the order of the read.
    /// - Throws: Errors of iterating.
    public func collect() async throws -> [RecordedEvent] {
        var iterator = makeAsyncIterator()
        guard try await iterator.fetch() else { return [] }
        // Most reads fit in one batch, which needs no copy.
        var events = iterator.batch
        while try await iterator.fetch() { events += iterator.batch }
        return events
    }
}
