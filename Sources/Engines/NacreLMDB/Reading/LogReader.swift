import Nacre

/// Reads the log in either direction, up to its head at the start of the read.
struct LogReader: BatchReader {
    // READ-06: A job of the pool is bounded, whether or not it finds anything.
    /// How many events one transaction, which is one job of the pool, visits if few match.
    private static let eventsPerTransaction = 65_536
    /// How many events a read on the caller's thread visits.
    private static let shortEvents = 1_024

    private let order: ReadOrder
    private let query: Query
    private var remaining: Int
    /// The remaining range; `nil` before the first batch.
    private var walk: QueryWalk?
    /// The damage at the end of the log, which is thrown once a forward read reaches it.
    private var damage: EventStoreError?

    init(_ order: ReadOrder, matching query: Query, limit: Int?) {
        self.order = order
        self.query = query
        remaining = limit ?? .max
    }

    var isFinished: Bool { remaining == 0 || damage == nil && walk.map { $0.rest == nil } ?? false }

    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try next(store, limit: limit, isShort: true)
    }

    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try next(store, limit: limit, isShort: false)
    }

    private mutating func next(_ store: LMDBEventStore, limit: Int, isShort: Bool) throws -> [RecordedEvent] {
        try query.validate()
        try ReadOrder.validate(limit: remaining)
        if walk == nil { (walk, damage) = try store.reading { (log) in try begin(&log) } }
        guard var walk, remaining > 0 else { return [] }
        if let damage = walk.damage { throw damage }
        // Readable events end at the damage: throw it instead of reporting the end of the log.
        if walk.rest == nil, let damage { throw damage }
        var batch = Batch(limit: min(limit, remaining))
        if walk.rest != nil {
            guard let further = try extend(walk, batch, in: store, isShort: isShort) else { return [] }
            (walk, batch) = further
        }
        self.walk = walk
        if batch.events.isEmpty, let damage = walk.damage { throw damage }
        remaining -= batch.events.count
        return batch.events
    }

    /// The last position that a forward read has visited, and whether the read is complete; `nil` before the first
    /// batch.
    var progress: (position: Position, isAtEnd: Bool)? {
        walk.map { walk in walk.rest.map { ($0.lowerBound - 1, false) } ?? (walk.head, damage == nil) }
    }

    /// The end of a forward read: the head of the log when it began; `nil` before the first batch.
    var end: Position? { walk?.head }

    /// The events of one batch.
    private struct Batch {
        let limit: Int
        var events: [RecordedEvent] = []
        var bytes = 0

        /// Adds an event.
        ///
        /// - Returns: Whether there is room for more.
        mutating func take(_ record: Record) -> Bool {
            events.append(record.recordedEvent())
            unsafe bytes += record.bytes.count
            return events.count < limit && bytes < BatchBytes.max
        }
    }

    private func begin(_ log: inout LogSnapshot) throws -> (walk: QueryWalk, damage: EventStoreError?) {
        let end = try log.readableEnd()
        switch order {
        case .forward(let after):
            // The size of the damaged last block is unknown: no position after its first event is a valid start.
            if let damage = end.damage, after >= end.position { throw damage }
            guard after <= end.position else { throw EventStoreError.noSuchPosition(after, head: end.position) }
            return (QueryWalk(query, .ascending, behind: after, upTo: end.position), end.damage)
        case .backward(let from):
            if let damage = end.damage, from ?? .max > end.position { throw damage }
            guard from ?? 0 <= end.position else {
                throw EventStoreError.noSuchPosition(from ?? 0, head: end.position)
            }
            return (QueryWalk(query, .descending, behind: 0, upTo: from ?? end.position), nil)
        }
    }

    /// Collects matching events in one transaction, up to the batch's limit or the budget.
    ///
    /// - Returns: The new state; `nil` if a short read would have to wait for the index.
    private func extend(
        _ walk: QueryWalk, _ batch: Batch, in store: LMDBEventStore, isShort: Bool
    ) throws -> (QueryWalk, Batch)? {
        // READ-09: A read by query continues without the index if the log is damaged.
        let budget = WalkBudget(isShort ? Self.shortEvents : Self.eventsPerTransaction)
        guard query.items != nil else {
            return try store.reading { (log) in
                try Self.attempt(walk, batch) { try $0.scan(&log, budget: budget, $1) }
            }
        }
        do {
            func step(
                _ snapshot: borrowing IndexSnapshot, _ log: inout LogSnapshot
            ) throws -> (QueryWalk, Batch) {
                try Self.attempt(walk, batch) { try $0.run(in: snapshot, log: &log, budget: budget, $1) }
            }
            return try isShort ? store.shortLookup { try step($2, &$3) } : store.blockingLookup { try step($2, &$3) }
        } catch let error as EventStoreError where error.code == .damaged {
            // Nothing after damage is indexed. Scan instead: it returns the events before the damage, then throws.
            return try store.reading { (log) in
                try Self.attempt(walk, batch) { try $0.scan(&log, budget: budget, $1) }
            }
        }
    }

    /// Works on copies, so that an aborted transaction changes nothing.
    private static func attempt(
        _ walk: QueryWalk, _ batch: Batch, _ step: (inout QueryWalk, (Record) throws -> Bool) throws -> Void
    ) throws -> (QueryWalk, Batch) {
        var walk = walk
        var batch = batch
        do {
            try step(&walk) { batch.take($0) }
        } catch let error as EventStoreError
            where error.code == .damaged && !(batch.events.isEmpty && walk.damage == nil)
        {
            // Return the events before the damage first; the next batch meets it again and throws.
        }
        return (walk, batch)
    }
}
