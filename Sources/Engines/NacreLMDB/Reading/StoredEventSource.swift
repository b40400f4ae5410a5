import Nacre

/// A read in progress, a batch at a time; between batches it holds no resources of the store.
protocol BatchReader: Sendable {
    /// Reads the next events, up to a limit, within one job of the store's pool.
    ///
    /// - Returns: The events; empty at the end, or if this job found none.
    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Reads the first events, up to a limit, on the caller's thread.
    ///
    /// - Returns: The events; empty at the end, or if finding them takes longer.
    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent]

    /// Whether the read is complete.
    var isFinished: Bool { get }
}

extension BatchReader {
    /// Reads on the blocking pool, one job at a time, until there are events or the read is complete.
    ///
    /// Other reads run between the jobs of a read that finds little.
    ///
    /// - Returns: The events, up to the limit; empty at the end.
    /// - Throws: Errors of reading; `CancellationError`.
    mutating func nextOnPool(_ store: LMDBEventStore, limit: Int) async throws -> [RecordedEvent] {
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

/// The batches of a read: a short first one on the caller's thread, the others on the blocking pool.
///
/// Read-ahead: one job of the pool fetches the next events while the present ones are used.
struct StoredEventSource<Reader: BatchReader>: EventBatchSource {
    /// Covers the streams of most aggregates.
    static var firstBatch: Int { 128 }
    // Each batch has a transaction of its own: a read holds nothing between batches (READ-04).
    static var laterBatch: Int { 1024 }
    // READ-07: A read that goes on for three batches is read ahead.
    /// Read-ahead starts after this many batches: a read that stops early fetches nothing it does not use.
    static var batchesBeforeReadingAhead: Int { 3 }

    let store: LMDBEventStore
    private var reader: Reader
    private var fetched = 0
    private var ahead: Task<(events: [RecordedEvent], reader: Reader), any Error>?

    init(store: LMDBEventStore, reader: Reader) {
        self.store = store
        self.reader = reader
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        fetched += 1
        if fetched == 1 {
            let events = try reader.first(store, limit: Self.firstBatch)
            if !events.isEmpty { return events }
        }
        var events: [RecordedEvent] = []
        if let ahead {
            self.ahead = nil
            (events, reader) = try await ahead.value
        }
        if events.isEmpty { events = try await reader.nextOnPool(store, limit: Self.laterBatch) }
        if fetched >= Self.batchesBeforeReadingAhead, !reader.isFinished { ahead = readingAhead() }
        return events
    }

    /// Starts to fetch the next batch, within one job; if that finds nothing, the search continues on demand.
    private func readingAhead() -> Task<(events: [RecordedEvent], reader: Reader), any Error> {
        Task { [store, reader] in
            try await store.pool.run {
                var reader = reader
                let events = try reader.next(store, limit: Self.laterBatch)
                return (events, reader)
            }
        }
    }
}

/// The maximum size of a batch, in bytes of payload.
enum BatchBytes {
    static let max = 1 << 20
}
