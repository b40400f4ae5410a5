package import Nacre

/// Provides the events of a read of an edited log.
struct EditedLogSource: EventBatchSource {
    private static let batch: Position = 1_024

    private let history: EditedHistory
    private let query: Query
    private let order: ReadOrder
    private var rest: Int

    /// The places still to be read, the second exclusive; `nil` before the first batch.
    private var range: Range<Position>?

    init(_ history: EditedHistory, _ order: ReadOrder, _ query: Query, limit: Int?) {
        self.history = history
        self.order = order
        self.query = query
        rest = limit ?? .max
    }

    /// The next events, in order; none at the end.
    mutating func nextBatch() async throws -> [RecordedEvent] {
        var open = try range ?? whole()
        var found: [RecordedEvent] = []
        while found.isEmpty, rest > 0, !open.isEmpty {
            let size = min(Self.batch, Position(open.count))
            switch order {
            case .forward:
                found = try events(in: open.lowerBound..<open.lowerBound + size)
                open = open.lowerBound + size..<open.upperBound
            case .backward:
                found = try events(in: open.upperBound - size..<open.upperBound).reversed()
                open = open.lowerBound..<open.upperBound - size
            }
            found = Array(found.prefix(rest))
        }
        rest -= found.count
        range = open
        return found
    }

    private func whole() throws -> Range<Position> {
        try ReadOrder.validate(limit: rest)
        try query.validate()
        switch order {
        case .forward(let after):
            guard after <= history.count else { throw EventStoreError.noSuchPosition(after, head: history.count) }
            return after + 1..<history.count + 1
        case .backward(let from):
            let last = from ?? history.count
            guard last <= history.count else { throw EventStoreError.noSuchPosition(last, head: history.count) }
            return 1..<last + 1
        }
    }

    private func events(in range: Range<Position>) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        let query = query
        try history.scan(
            after: range.lowerBound - 1,
            while: { event in
                guard event.position < range.upperBound else { return false }
                if query.matches(event) { events.append(event.recorded()) }
                return true
            })
        return events
    }
}

/// Provides the events of a read of one edited stream, with the positions by which they are known.
struct EditedStreamSource: EventBatchSource {
    private let history: EditedHistory
    private let stream: StreamName
    private let order: ReadOrder
    private let limit: Int?
    private var isDone = false

    init(_ history: EditedHistory, _ stream: StreamName, _ order: ReadOrder, limit: Int?) {
        self.history = history
        self.stream = stream
        self.order = order
        self.limit = limit
    }

    /// All events at first, none after that.
    mutating func nextBatch() async throws -> [RecordedEvent] {
        guard !isDone else { return [] }
        isDone = true
        var events: [RecordedEvent] = []
        try await history.forEachEvent(of: stream) { events.append($0) }
        switch order {
        case .forward(let after): events.removeFirst(min(events.count, Int(clamping: after)))
        case .backward(let from):
            events.removeLast(max(0, events.count - Int(clamping: from ?? .max)))
            events.reverse()
        }
        return limit.map { Array(events.prefix($0)) } ?? events
    }
}

extension EditedHistory {
    /// Calls a closure with the events of a stream, with the positions by which they are known.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - body: Called with each event, in order.
    /// - Throws: `EventStoreError` if the log cannot be read; errors of `body`.
    package func forEachEvent(of stream: StreamName, _ body: (RecordedEvent) throws -> Void) async throws {
        let edits = streams[stream]
        var arriving = edits?.placed[...] ?? []
        var removed = edits?.removed[...] ?? []
        var version: StreamVersion = 0
        func pass(_ event: RecordedEvent) throws {
            version += 1
            let isLast = event.isLastOfCommit || endsCommit(event.position)
            try body(event.at(version: version, isLastOfCommit: isLast))
        }
        func passArriving(before recorded: StreamVersion) throws {
            while let index = arriving.first, placed[index].recordedBefore < recorded {
                try pass(placed[index].event)
                arriving.removeFirst()
            }
        }
        for try await event in store.read(stream) {
            guard event.position <= head else { break }
            try passArriving(before: event.version)
            if removed.first == event.version { removed.removeFirst() } else { try pass(event) }
        }
        try passArriving(before: .max)
    }
}

extension RecordedEvent {
    /// The event at another place of its stream and its commit.
    func at(version: StreamVersion, isLastOfCommit: Bool) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: stream, version: version, id: id, type: type, schema: schema, time: time,
            recordedAt: recordedAt, tags: tags, data: data, metadata: metadata, isLastOfCommit: isLastOfCommit)
    }
}
