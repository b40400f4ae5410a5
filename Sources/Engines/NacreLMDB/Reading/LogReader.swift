import Nacre

/// Reads the log in either direction, up to the head of the moment when it began.
struct LogReader: BatchReader {
    /// How many events one transaction, which is one job of the pool, looks through where few match.
    private static let eventsPerTransaction = 65_536
    /// How many it looks through on the caller's thread.
    private static let shortEvents = 1_024

    private let order: ReadOrder
    private let query: Query
    private var remaining: Int
    /// What is still to be read; `nil` before the first batch.
    private var walk: QueryWalk?
    /// What keeps a forward read from going on behind the walk.
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
        // What can be read may reach to behind where the damage was met; it is no end all the same.
        if walk.rest == nil, let damage { throw damage }
        var batch = Batch(limit: min(limit, remaining))
        if walk.rest != nil {
            guard let further = try goOn(walk, batch, in: store, isShort: isShort) else { return [] }
            (walk, batch) = further
        }
        self.walk = walk
        if batch.events.isEmpty, let damage = walk.damage { throw damage }
        remaining -= batch.events.count
        return batch.events
    }

    /// Up to where a forward read has looked, and whether that is its end; `nil` before the first batch.
    var progress: (position: Position, isAtEnd: Bool)? {
        walk.map { walk in walk.rest.map { ($0.lowerBound - 1, false) } ?? (walk.head, damage == nil) }
    }

    /// Where a forward read ends: the head of the log when it began; `nil` before the first batch.
    var end: Position? { walk?.head }

    /// The events of one batch.
    private struct Batch {
        let limit: Int
        var events: [RecordedEvent] = []
        var bytes = 0

        /// Takes an event in.
        ///
        /// - Returns: Whether there is room for more.
        mutating func take(_ record: Record) -> Bool {
            events.append(record.recordedEvent())
            bytes += record.bytes.count
            return events.count < limit && bytes < BatchBytes.greatest
        }
    }

    private func begin(_ log: inout LogSnapshot) throws -> (walk: QueryWalk, damage: EventStoreError?) {
        let end = try log.readableEnd()
        switch order {
        case .forward(let after):
            // How much the damaged block at the end holds is not known: nothing behind its first event is the end.
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

    /// Takes in what matches, until there is enough of it or enough was looked at, in one transaction.
    ///
    /// - Returns: Where that comes to; `nil` where a short read would have to wait for the index.
    private func goOn(
        _ walk: QueryWalk, _ batch: Batch, in store: LMDBEventStore, isShort: Bool
    ) throws -> (QueryWalk, Batch)? {
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
            return try isShort ? store.glancing { try step($2, &$3) } : store.looking { try step($2, &$3) }
        } catch let error as EventStoreError where error.code == .damaged {
            // Behind damage nothing is indexed. What is before it is found by reading, which comes upon it in its turn.
            return try store.reading { (log) in
                try Self.attempt(walk, batch) { try $0.scan(&log, budget: budget, $1) }
            }
        }
    }

    /// Goes on with copies, so that a transaction that comes to nothing leaves nothing behind.
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
            // What was found before the damage is handed out first: the next batch meets it again, and throws.
        }
        return (walk, batch)
    }
}
