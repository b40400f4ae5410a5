/// Hands out the events of one read, a batch at a time.
public protocol EventBatchSource: Sendable {
    /// The next events in order; empty at the end.
    ///
    /// - Returns: The next events in order; empty at the end.
    /// - Throws: ``EventStoreError`` where the events cannot be read; an error never looks like the end.
    mutating func nextBatch() async throws -> [RecordedEvent]
}

/// The events of a read, in order, fetched a batch at a time while they are consumed.
///
/// Nothing is held open between batches, so a slow consumer costs the store nothing. Iterating twice reads twice.
public struct EventSequence: AsyncSequence, Sendable {
    /// What the sequence yields.
    public typealias Element = RecordedEvent

    private let open: @Sendable () -> any EventBatchSource

    /// Makes a sequence that opens a source for every iteration.
    public init(_ open: @escaping @Sendable () -> any EventBatchSource) {
        self.open = open
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(source: open())
    }

    /// Walks through the batches of a source.
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
        /// - Throws: ``EventStoreError`` where the events cannot be read, `CancellationError` where the task was
        ///   cancelled between two batches.
        @inlinable
        public mutating func next() async throws -> RecordedEvent? {
            try await next(isolation: #isolation)
        }

        /// The next event, or `nil` at the end.
        ///
        /// Without it, a loop would call what the standard library has for iterators that do not know it, and that
        /// copies the iterator for every event.
        ///
        /// - Parameter actor: The actor on which it runs, where there is one.
        /// - Returns: The next event, or `nil` at the end.
        /// - Throws: As ``next()``.
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
            // Let go of first, so that its memory is there for the next ones.
            batch = []
            index = 0
            batch = try await source.nextBatch()
            isAtEnd = batch.isEmpty
            return !isAtEnd
        }
    }

    /// Collects all events.
    ///
    /// - Returns: The events in the order of the read.
    /// - Throws: What iterating throws.
    public func collect() async throws -> [RecordedEvent] {
        var iterator = makeAsyncIterator()
        guard try await iterator.fetch() else { return [] }
        // Mostly there is one batch.
        var events = iterator.batch
        while try await iterator.fetch() { events += iterator.batch }
        return events
    }
}
