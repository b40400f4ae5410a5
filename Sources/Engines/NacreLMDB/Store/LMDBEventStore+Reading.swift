public import Nacre

// Short reads run on the caller's thread: most touch two or three pages that are in memory.
extension LMDBEventStore {
    /// The position of the last event; 0 where the log is empty.
    public func head() async throws -> Position {
        try reading { (log) in try log.head() }
    }

    /// The event at a position.
    public func event(at position: Position) async throws -> RecordedEvent {
        try reading { (log) in
            // The last block may be damaged: what is before it can be read all the same.
            let end = try log.readableEnd()
            guard position >= 1, position <= end.position || end.damage != nil else {
                throw EventStoreError.noSuchPosition(position, head: end.position)
            }
            return try log.record(at: position).recordedEvent()
        }
    }

    /// The event with an id; `nil` where no event has it.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        let found = try glancing { (lookup, head, snapshot, log) in
            try lookup.record(withID: id, upTo: head, in: snapshot, log: &log)?.recordedEvent()
        }
        if let found { return found }
        return try await pool.run { [self] in
            try looking { (lookup, head, snapshot, log) in
                try lookup.record(withID: id, upTo: head, in: snapshot, log: &log)?.recordedEvent()
            }
        }
    }

    /// The version of a stream; 0 where it does not exist.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try stream.validate(as: "stream name")
        let key = StreamKey(stream)
        let found = try glancing { (lookup, head, snapshot, log) in
            try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
        }
        if let found { return found }
        return try await pool.run { [self] in
            try looking { (lookup, head, snapshot, log) in
                try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
            }
        }
    }

    /// What derived data that has applied the log up to a position writes down, to recognise the log again.
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
    /// One that does not exist has no events.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        EventSequence { [self] in
            StoredEventSource(store: self, reader: StreamReader(StreamKey(stream), order, limit: limit))
        }
    }

    /// Reads the log, up to its head when reading began.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        EventSequence { [self] in
            StoredEventSource(store: self, reader: LogReader(order, matching: query, limit: limit))
        }
    }

    /// Runs a body over one snapshot of the log.
    func reading<Result>(_ body: (inout LogSnapshot) throws -> Result) throws -> Result {
        try checkOpen()
        return try environment.withSnapshot(body)
    }

    /// Runs a short body over one snapshot of the log and what finds events in it, on the caller's thread, which may be
    /// of the cooperative pool.
    ///
    /// - Parameter body: What to do.
    /// - Returns: What the body returns; `nil` where the index is to be built or brought nearer first, or much of the log
    ///   to be read, for which ``looking(_:)`` is, on the pool.
    /// - Throws: What the body throws.
    func glancing<Result>(
        _ body: (EventLookup, Position, borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result? {
        try checkOpen()
        return try indexing.glancing {
            try environment.withSnapshot { (log) in
                let head = try log.head()
                return try lookup.look(in: &log, head: head, readingAtMost: EventLookup.fewEvents) { (snapshot, log) in
                    try body(lookup, head, snapshot, &log)
                }
            }
        }
    }

    /// Runs a body over one snapshot of the log and what finds events in it.
    ///
    /// What the index needs first is done on the calling thread, with its syncs and waits: never on one of the cooperative
    /// pool.
    @available(*, noasync)
    func looking<Result>(
        _ body: (EventLookup, Position, borrowing IndexSnapshot, inout LogSnapshot) throws -> Result
    ) throws -> Result {
        try checkOpen()
        return try indexing.looking {
            try environment.withSnapshot { (log) in
                let head = try log.head()
                return try lookup.look(in: &log, head: head) { (snapshot, log) in
                    try body(lookup, head, snapshot, &log)
                }
            }
        }
    }
}
