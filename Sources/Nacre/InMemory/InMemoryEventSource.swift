/// Provides the events of one read of an in-memory store.
struct InMemoryEventSource: EventBatchSource {
    /// The scope of the read.
    enum Scope: Sendable {
        case stream(StreamName)
        case log(Query)
    }

    // The maximum number of events read in a batch, which holds the store's lock.
    private static let batchSize = 256

    private let store: InMemoryEventStore
    private let scope: Scope
    private let order: ReadOrder
    private var left: Int

    // The indexes of the events still to be read, from 0, in their stream or in the log. Set when reading begins, so
    // that the read ends at the head of that time.
    private var range: Range<Int>?

    init(store: InMemoryEventStore, scope: Scope, order: ReadOrder, limit: Int?) {
        self.store = store
        self.scope = scope
        self.order = order
        left = limit ?? .max
    }

    mutating func nextBatch() async throws -> [RecordedEvent] {
        try validate()
        var batch: [RecordedEvent] = []
        // An empty batch would end the read, so continue until an event matches.
        repeat {
            // A copy, because the closure cannot mutate `self`.
            var next = self
            batch = try store.withLog { log throws(EventStoreError) in try next.take(from: log) }
            self = next
        } while batch.isEmpty && left > 0 && range?.isEmpty == false
        return batch
    }

    private func validate() throws(EventStoreError) {
        try ReadOrder.validate(limit: left)
        guard range == nil else { return }
        switch scope {
        case .stream(let stream): try stream.validate(as: "stream name")
        case .log(let query): try query.validate()
        }
    }

    /// Takes the matching events from the next batch.
    private mutating func take(from log: InMemoryLog) throws(EventStoreError) -> [RecordedEvent] {
        let ordinals: [Int]? = if case .stream(let stream) = scope { log.ordinals(of: stream) } else { nil }
        var open = if let range { range } else { try whole(count: ordinals?.count ?? log.events.count) }
        var batch: [RecordedEvent] = []
        var looked = 0
        while looked < Self.batchSize, batch.count < left, !open.isEmpty {
            let index = if case .forward = order { open.removeFirst() } else { open.removeLast() }
            let event = log.events[ordinals?[index] ?? index]
            looked += 1
            if case .log(let query) = scope, !query.matches(event) { continue }
            batch.append(event)
        }
        range = open
        left -= batch.count
        return batch
    }

    /// The initial range of indexes, for this number of events.
    private func whole(count: Int) throws(EventStoreError) -> Range<Int> {
        let bound: UInt64 =
            switch order {
            case .forward(let after): after
            case .backward(let from): from ?? UInt64(count)
            }
        if case .log = scope, bound > count { throw .noSuchPosition(bound, head: Position(count)) }
        let index = Int(min(bound, UInt64(count)))
        return if case .forward = order { index..<count } else { 0..<index }
    }
}
