import Nacre

/// Where a read goes on, a batch at a time; between batches it holds nothing of the store.
protocol BatchReader: Sendable {
    /// Reads the next events, at most so many, as far as one job of the store's pool goes.
    ///
    /// - Returns: The events; empty at the end, and where none was found yet.
    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Reads the first events, as far as that takes a moment.
    ///
    /// - Returns: The events, at most so many; empty at the end, and where looking for them takes longer.
    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Whether nothing is left to be read.
    var isFinished: Bool { get }
}

extension BatchReader {
    /// Reads on the store's own threads until there are events or nothing is left, a job at a time, so that other reads
    /// take turns with one that finds little.
    ///
    /// - Returns: The events, at most so many; empty at the end.
    /// - Throws: What reading throws; `CancellationError`.
    mutating func nextAside(_ store: LMDBEventStore, limit: Int) async throws -> [RecordedEvent] {
        while !isFinished {
            try Task.checkCancellation()
            let (events, reader) = try await store.pool.run { [self] in
                var reader = self
                let events = try reader.next(store, limit: limit)
                return (events, reader)
            }
            self = reader
            if !events.isEmpty { return events }
        }
        return []
    }
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
        return try await reader.nextAside(store, limit: Self.laterBatch)
    }
}

/// How large a batch may grow before it is handed out, in bytes of payload.
enum BatchBytes {
    static let greatest = 1 << 20
}
