import Nacre

/// Reads a stream in either direction.
struct StreamReader: BatchReader {
    private let stream: StreamKey
    private let order: ReadOrder
    private var remaining: Int
    /// The last event handed out.
    private var last: (version: StreamVersion, position: Position)?
    private var isAtEnd = false
    /// The head when reading began, so that a read ends.
    private var head: Position?

    init(_ stream: StreamKey, _ order: ReadOrder, limit: Int?) {
        self.stream = stream
        self.order = order
        remaining = limit ?? .max
    }

    var isFinished: Bool { isAtEnd || remaining == 0 }

    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try next(store, limit: limit)
    }

    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try stream.name.validate(as: "stream name")
        try ReadOrder.validate(limit: remaining)
        let limit = min(limit, remaining)
        guard limit > 0, !isAtEnd else { return [] }
        let (events, head, isAtEnd) = try store.looking { (lookup, current, snapshot, log) in
            let head = self.head ?? current
            var events: [RecordedEvent] = []
            var bytes = 0
            var isAtEnd = true
            let take = { (record: Record) in
                events.append(record.recordedEvent())
                bytes += record.bytes.count
                isAtEnd = events.count >= limit || bytes >= BatchBytes.greatest ? false : isAtEnd
                return isAtEnd
            }
            do {
                switch order {
                case .forward(let after):
                    try lookup.forEachRecord(
                        of: stream, after: last?.version ?? after, from: last?.position, upTo: head, in: snapshot,
                        log: &log, take)
                case .backward(let from):
                    try lookup.forEachRecordDescending(
                        of: stream, from: last.map { $0.version - 1 } ?? from, before: last?.position, upTo: head,
                        in: snapshot, log: &log, take)
                }
            } catch let error as EventStoreError where error.code == .damaged && !events.isEmpty {
                // What was found before the damage is handed out first: the next batch meets it again, and throws.
                isAtEnd = false
            }
            return (events, head, isAtEnd)
        }
        self.head = head
        self.isAtEnd = isAtEnd
        remaining -= events.count
        if let event = events.last { last = (event.version, event.position) }
        return events
    }
}
