import Nacre

/// Where a read goes on, a batch at a time; between batches it holds nothing of the store.
protocol BatchReader: Sendable {
    /// Reads the next events, at most so many.
    ///
    /// - Returns: The events; empty at the end.
    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Reads the first events, as far as that takes a moment.
    ///
    /// - Returns: The events, at most so many; empty at the end, and where looking for them takes longer.
    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Whether nothing is left to be read.
    var isFinished: Bool { get }
}

/// The batches of a read: the first, a short one, on the caller's thread, the others off the cooperative pool, where
/// there are any.
struct StoredEventSource<Reader: BatchReader>: EventBatchSource {
    /// Enough for the stream of most aggregates.
    static var firstBatch: Int { 128 }
    static var laterBatch: Int { 1024 }

    let store: LMDBEventStore
    private var reader: Reader
    private var isFirst = true

    init(store: LMDBEventStore, reader: Reader) {
        self.store = store
        self.reader = reader
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if isFirst {
            isFirst = false
            let events = try reader.first(store, limit: Self.firstBatch)
            if !events.isEmpty { return events }
        }
        if reader.isFinished { return [] }
        let (events, reader) = try await store.pool.run { [store, reader] in
            var reader = reader
            let events = try reader.next(store, limit: Self.laterBatch)
            return (events, reader)
        }
        self.reader = reader
        return events
    }
}

/// How large a batch may grow before it is handed out, in bytes of payload.
enum BatchBytes {
    static let greatest = 1 << 20
}
