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
    public struct Iterator: AsyncIteratorProtocol {
        private var source: any EventBatchSource
        private var batch: [RecordedEvent] = []
        private var index = 0
        private var isAtEnd = false

        init(source: any EventBatchSource) {
            self.source = source
        }

        /// The next event, or `nil` at the end.
        ///
        /// - Returns: The next event, or `nil` at the end.
        /// - Throws: ``EventStoreError`` where the events cannot be read, `CancellationError` where the task was
        ///   cancelled between two batches.
        public mutating func next() async throws -> RecordedEvent? {
            if index == batch.count {
                guard !isAtEnd else { return nil }
                try Task.checkCancellation()
                batch = try await source.nextBatch()
                index = 0
                guard !batch.isEmpty else {
                    isAtEnd = true
                    return nil
                }
            }
            defer { index += 1 }
            return batch[index]
        }
    }

    /// Collects all events.
    ///
    /// - Returns: The events in the order of the read.
    /// - Throws: What iterating throws.
    public func collect() async throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        for try await event in self { events.append(event) }
        return events
    }
}
