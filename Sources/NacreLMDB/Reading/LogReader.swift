import Nacre

/// Reads the log in either direction, up to the head of the moment when it began.
struct LogReader: BatchReader {
    /// How many events one transaction looks through where few match.
    private static let eventsPerTransaction = 65_536

    private let order: ReadOrder
    private let query: Query
    private var remaining: Int
    /// The next position to look at, and the last one; `nil` before the first batch.
    private var range: (next: Position, last: Position)?

    init(_ order: ReadOrder, matching query: Query, limit: Int?) {
        self.order = order
        self.query = query
        remaining = limit ?? .max
    }

    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try query.validate()
        try ReadOrder.validate(limit: remaining)
        var events: [RecordedEvent] = []
        repeat {
            let isMore = try store.reading { (log) in
                if range == nil { range = try begin(&log) }
                guard remaining > 0 else { return false }
                return try collect(into: &events, limit: min(limit, remaining), &log)
            }
            guard isMore else { break }
        } while events.isEmpty
        remaining -= events.count
        return events
    }

    private func begin(_ log: inout LogSnapshot) throws -> (next: Position, last: Position) {
        let end = try log.readableEnd()
        switch order {
        case .forward(let after):
            // How much the damaged block at the end holds is not known: nothing behind its first event is the end.
            if let damage = end.damage, after >= end.position { throw damage }
            guard after <= end.position else { throw EventStoreError.noSuchPosition(after, head: end.position) }
            return (after + 1, end.position)
        case .backward(let from):
            if let damage = end.damage, from ?? .max > end.position { throw damage }
            guard from ?? 0 <= end.position else {
                throw EventStoreError.noSuchPosition(from ?? 0, head: end.position)
            }
            return (from ?? end.position, 1)
        }
    }

    /// Takes in what matches, until there is enough of it or enough was looked at.
    ///
    /// - Returns: Whether there is more to look at.
    private mutating func collect(
        into events: inout [RecordedEvent], limit: Int, _ log: inout LogSnapshot
    ) throws -> Bool {
        guard let (start, last) = range else { return false }
        var next = start
        defer { range = (next, last) }
        let isForward = if case .forward = order { true } else { false }
        guard isForward ? next <= last : next >= last else { return false }
        var found: Block?
        var bytes = 0
        for _ in 0..<Self.eventsPerTransaction {
            do {
                let block = try found.flatMap { $0.holds(next) ? $0 : nil } ?? log.block(containing: next)
                found = block
                let record = try block.record(at: block.index(of: next))
                if record.matches(query) {
                    events.append(record.recordedEvent())
                    bytes += record.bytes.count
                }
            } catch {
                // What was found before the damage is handed out first: the next batch meets it again, and throws.
                guard events.isEmpty else { return true }
                throw error
            }
            guard next != last else {
                next = isForward ? next + 1 : 0
                return false
            }
            next = isForward ? next + 1 : next - 1
            guard events.count < limit, bytes < BatchBytes.greatest else { return true }
        }
        return true
    }
}
