public import Nacre

// Short reads run on the caller's thread: most touch two or three pages that are in the page cache.
extension LMDBEventStore {
    /// The position of the last event; 0 if the log is empty.
    public func head() async throws -> Position {
        try reading { (log) in try log.head() }
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try reading { (log) in
            // If the last block is damaged, events before it can still be read.
            let end = try log.readableEnd()
            guard position >= 1, position <= end.position || end.damage != nil else {
                throw EventStoreError.noSuchPosition(position, head: end.position)
            }
            return try log.record(at: position).recordedEvent()
        }
    }

    /// The event with an id; `nil` if there is none.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        let found = try shortLookup { (lookup, head, snapshot, log) in
            try lookup.record(withID: id, upTo: head, in: snapshot, log: &log)?.recordedEvent()
        }
        if let found { return found }
        return try await pool.run { [self] in
            try blockingLookup { (lookup, head, snapshot, log) in
                try lookup.record(withID: id, upTo: head, in: snapshot, log: &log)?.recordedEvent()
            }
        }
    }

    /// The version of a stream; 0 if it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try stream.validate(as: "stream name")
        let key = StreamKey(stream)
        let found = try shortLookup { (lookup, head, snapshot, log) in
            try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
        }
        if let found { return found }
        return try await pool.run { [self] in
            try blockingLookup { (lookup, head, snapshot, log) in
                try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
            }
        }
    }

    /// The checkpoint that derived data stores after applying the log up to a position.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try reading { (log) in
            let head = try log.head()
            guard position <= head else { throw EventStoreError.noSuchPosition(position, head: head) }
            return Checkpoint(
                storeID: id, position: position, fingerprint: try log.fingerprint(at: position, of: header))
        }
    }

    /// Reads a stream.
    ///
    /// A stream that does not exist has no events.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        EventSequence { [self] in
            StoredEventSource(store: self, reader: StreamReader(StreamKey(stream), order, limit: limit))
        }
    }

    /// Reads the log up to its head at the start of the read.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { [self] in
            StoredEventSource(store: self, reader: LogReader(order, matching: query, limit: limit))
        }
    }

    /// Runs a body on a snapshot of the log.
    func reading<Result>(_ body: (inout LogSnapshot) throws -> Result) throws -> Result {
        try checkOpen()
        return try environment.withSnapshot(body)
    }

    /// Runs a short lookup on a snapshot of the log and the index, on the caller's thread.
    ///
    /// That thread may belong to the cooperative pool.
    ///
    /// - Parameter body: The lookup.
    /// - Returns: The body's result; `nil` if the index must be rebuilt or caught up first, or much of the log must be
    ///   read. Then run ``blockingLookup(_:)`` on the blocking pool.
    /// - Throws: The error of the body.
    func shortLookup<Result>(
        _ body: (EventLookup, Position, borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result? {
        // READ-05: The first batch is read on the caller's thread, the others on a small pool.
        try checkOpen()
        return try indexing.shortLookup {
            try environment.withSnapshot { (log) in
                let head = try log.head()
                return try lookup.run(in: &log, head: head, readingAtMost: EventLookup.fewEvents) { (snapshot, log) in
                    try body(lookup, head, snapshot, &log)
                }
            }
        }
    }

    /// Runs a lookup on a snapshot of the log and the index.
    ///
    /// Maintenance of the index that the lookup needs, with its syncs and waits, runs on the calling thread: do not
    /// call it on the cooperative pool.
    @available(*, noasync)
    func blockingLookup<Result>(
        _ body: (EventLookup, Position, borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result {
        try checkOpen()
        return try indexing.blockingLookup {
            try environment.withSnapshot { (log) in
                let head = try log.head()
                return try lookup.run(in: &log, head: head) { (snapshot, log) in
                    try body(lookup, head, snapshot, &log)
                }
            }
        }
    }
}
