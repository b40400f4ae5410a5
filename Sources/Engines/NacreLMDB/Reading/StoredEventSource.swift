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
///
/// Who reads on is read ahead for, by one job of the pool: while its events are used, the next ones are fetched.
struct StoredEventSource<Reader: BatchReader>: EventBatchSource {
    /// Enough for the stream of most aggregates.
    static var firstBatch: Int { 128 }
    static var laterBatch: Int { 1024 }
    /// How many batches are asked for before one is fetched ahead: who stops early makes the store read nothing more.
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
        if events.isEmpty { events = try await reader.nextAside(store, limit: Self.laterBatch) }
        if fetched >= Self.batchesBeforeReadingAhead, !reader.isFinished { ahead = readingAhead() }
        return events
    }

    /// Begins to fetch the batch behind the one that was fetched last, as far as one job goes: where that finds nothing,
    /// the search goes on when it is asked for.
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

/// How large a batch may grow before it is handed out, in bytes of payload.
enum BatchBytes {
    static let greatest = 1 << 20
}
