import Nacre

/// Reads a stream in either direction.
struct StreamReader: BatchReader {
    private let stream: StreamKey
    private let order: ReadOrder
    private var remaining: Int
    /// The last event returned.
    private var last: (version: StreamVersion, position: Position)?
    private var isAtEnd = false
    /// The head when the read began, at which it ends.
    private var head: Position?

    init(_ stream: StreamKey, _ order: ReadOrder, limit: Int?) {
        self.stream = stream
        self.order = order
        remaining = limit ?? .max
    }

    var isFinished: Bool { isAtEnd || remaining == 0 }

    mutating func first(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try next(limit: limit) { reader, limit in
            try store.shortLookup { try reader.page(limit: limit, $0, $1, $2, &$3) }
        }
    }

    mutating func next(_ store: LMDBEventStore, limit: Int) throws -> [RecordedEvent] {
        try next(limit: limit) { reader, limit in
            try store.blockingLookup { try reader.page(limit: limit, $0, $1, $2, &$3) }
        }
    }

    /// The events found by one transaction.
    private struct Page {
        var events: [RecordedEvent] = []
        /// The type of the last event, reused because neighbours mostly share it.
        var type: EventType?
        let head: Position
        var isAtEnd = true
    }

    private mutating func next(
        limit: Int, _ look: (Self, Int) throws -> Page?
    ) throws -> [RecordedEvent] {
        try stream.name.validate(as: "stream name")
        try ReadOrder.validate(limit: remaining)
        let limit = min(limit, remaining)
        guard limit > 0, !isAtEnd else { return [] }
        guard let page = try look(self, limit) else { return [] }
        head = page.head
        isAtEnd = page.isAtEnd
        remaining -= page.events.count
        if let event = page.events.last { last = (event.version, event.position) }
        return page.events
    }

    private func page(
        limit: Int, _ lookup: EventLookup, _ current: Position, _ snapshot: borrowing IndexSnapshot,
        _ log: inout LogSnapshot
    ) throws -> Page {
        var page = Page(head: head ?? current)
        var bytes = 0
        func take(_ record: Record) -> Bool {
            let type = record.type(like: page.type)
            page.type = type
            page.events.append(record.recordedEvent(of: stream.name, type: type))
            unsafe bytes += record.bytes.count
            if page.events.count >= limit || bytes >= BatchBytes.max { page.isAtEnd = false }
            return page.isAtEnd
        }
        do {
            switch order {
            case .forward(let after):
                try lookup.forEachRecord(
                    of: stream, after: last?.version ?? after, from: last?.position, upTo: page.head,
                    limit: limit, in: snapshot, log: &log, take)
            case .backward(let from):
                try lookup.forEachRecordDescending(
                    of: stream, from: last.map { $0.version - 1 } ?? from, before: last?.position, upTo: page.head,
                    limit: limit, in: snapshot, log: &log, take)
            }
        } catch let error as EventStoreError where error.code == .damaged && !page.events.isEmpty {
            // Return the events before the damage first; the next batch meets it again and throws.
            page.isAtEnd = false
        }
        return page
    }
}
