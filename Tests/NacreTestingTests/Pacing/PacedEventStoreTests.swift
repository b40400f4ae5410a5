import Dispatch
import Nacre
import NacreTesting
import Synchronization
import TestStores
import Testing

@Suite(.timeLimit(.minutes(25))) struct PacedEventStoreTests {
    private let base = InMemoryEventStore()
    private let paced: PacedEventStore

    init() { paced = PacedEventStore(base) }

    private func append(_ count: Int = 1, to stream: StreamName = "a-1") async throws {
        try await paced.append((1...count).map { _ in EventData(type: "Happened", data: []) }, to: stream)
    }

    private func positions(_ order: ReadOrder = .forward()) async throws -> [Position] {
        try await paced.readLog(order).collect().map(\.position)
    }

    @Test func `the log is hidden until it is shown, and then visible only up to there`() async throws {
        for _ in 1...4 { try await append() }
        #expect(try await positions().isEmpty)
        #expect(try await paced.head() == 0)
        try await paced.show(upTo: 2)
        #expect(try await positions() == [1, 2])
        #expect(try await positions(.forward(after: 1)) == [2])
        #expect(try await positions(.backward()) == [2, 1])
        #expect(try await positions(.backward(from: 1)) == [1])
        #expect(try await paced.head() == 2)
        #expect(paced.shown == 2)
        #expect(try await paced.showAll() == 4)
        #expect(try await positions() == [1, 2, 3, 4])
    }

    @Test func `a mapped scan sees the events shown when it begins, and none after`() async throws {
        let log = try #require(paced.mappedLog)
        for _ in 1...4 { try await append() }
        #expect(try log.positions().isEmpty)
        try await paced.show(upTo: 2)
        #expect(try log.positions() == [1, 2])
        #expect(try log.positions(after: 1) == [2])
        #expect(try log.positions(upTo: 1) == [1])
        let beyond = #expect(throws: EventStoreError.self) { try log.positions(after: 3) }
        #expect(beyond?.code == .noSuchPosition)
        let during = try await SerialBlockingExecutor(named: "scan").run { [paced] in
            try log.positions { _ in
                let shown = DispatchSemaphore(value: 0)
                Task {
                    _ = try await paced.showAll()
                    shown.signal()
                }
                shown.wait()
            }
        }
        #expect(during == [1, 2])
        #expect(try log.positions() == [1, 2, 3, 4])
    }

    @Test func `a paced store has no mapped log if the store in it has none`() {
        #expect(PacedEventStore(UnmappedStore()).mappedLog == nil)
    }

    @Test func `events after the shown position are not visible`() async throws {
        for _ in 1...3 { try await append() }
        try await paced.show(upTo: 2)
        let reads: [@Sendable (PacedEventStore) async throws -> Void] = [
            { _ = try await $0.event(at: 3) }, { _ = try await $0.checkpoint(at: 3) },
            { _ = try await $0.readLog(.forward(after: 3)).collect() },
            { _ = try await $0.readLog(.backward(from: 3)).collect() },
            { for try await _ in $0.subscribe(after: 3) { break } },
        ]
        for read in reads {
            let error = await #expect(throws: EventStoreError.self) { try await read(paced) }
            #expect(error?.code == .noSuchPosition)
        }
        #expect(try await paced.event(at: 2).position == 2)
        #expect(try await paced.checkpoint(at: 2) == base.checkpoint(at: 2))
    }

    @Test func `streams are visible at once`() async throws {
        try await append(2)
        #expect(try await paced.version(of: "a-1") == 2)
        #expect(try await paced.read("a-1").collect().count == 2)
        let last = try await base.event(at: 2)
        #expect(try await paced.event(withID: last.id) == last)
    }

    @Test func `a commit is shown as a whole`() async throws {
        try await append(3)
        let error = await #expect(throws: EventStoreError.self) { try await paced.show(upTo: 2) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("up to 3") == true)
        let beyond = await #expect(throws: EventStoreError.self) { try await paced.show(upTo: 4) }
        #expect(beyond?.code == .noSuchPosition)
        try await paced.show(upTo: 3)
        try await paced.show(upTo: 0)
        #expect(paced.shown == 3)
    }

    @Test func `a subscription is settled once it has handled all shown events`() async throws {
        for _ in 1...3 { try await append() }
        let seen = Seen()
        let following = Task { [paced] in for try await message in paced.subscribe() { seen.add(message) } }
        try await paced.settled()
        #expect(seen.all == [.caughtUp(0)])
        for position: Position in [1, 3] {
            try await paced.show(upTo: position)
            try await paced.settled()
            #expect(seen.positions.last == position)
        }
        #expect(seen.positions == [1, 2, 3])
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
    }

    @Test func `several subscriptions are awaited`() async throws {
        try await append()
        let seen = Seen()
        let following = (1...3).map { _ in
            Task { [paced] in for try await message in paced.subscribe() { seen.add(message) } }
        }
        try await paced.show(upTo: 1)
        try await paced.settled(3)
        #expect(seen.positions == [1, 1, 1])
        for task in following { task.cancel() }
    }

    @Test func `a subscription handles more than one batch at a time`() async throws {
        let many = Subscription.maxBatch + 10
        try await append(many)
        try await append()
        try await paced.show(upTo: Position(many))
        var positions: [Position] = []
        for try await message in paced.subscribe() {
            guard case .event(let event) = message else { break }
            positions.append(event.position)
        }
        #expect(positions == Array(1...Position(many)))
    }

    @Test func `closing ends waiting subscriptions`() async throws {
        let following = Task { for try await _ in paced.subscribe() {} }
        try await paced.settled()
        await paced.close()
        let error = await #expect(throws: EventStoreError.self) { try await following.value }
        #expect(error?.code == .closed)
        await #expect(throws: EventStoreError.self) { try await paced.head() }
    }

    @Test func `waiting for subscriptions that never begin ends with the task`() async throws {
        let waiting = Task { try await paced.settled() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a projection advances exactly as far as the log is shown`() async throws {
        for _ in 1...5 { try await append() }
        let models = InMemoryReadModelStore()
        let runner = ProjectionRunner(projection: Positions(), store: paced, models: models)
        for position: Position in [2, 5] {
            try await paced.show(upTo: position)
            #expect(try await runner.catchUp() == position)
            #expect(try models.read("positions") { try $0.state()?.checkpoint.position } == position)
        }
    }
}

/// Collects the messages of subscriptions.
private final class Seen: Sendable {
    private let list = Mutex<[SubscriptionMessage]>([])

    var all: [SubscriptionMessage] { list.withLock { $0 } }

    /// The positions of the events.
    var positions: [Position] { all.compactMap { if case .event(let event) = $0 { event.position } else { nil } } }

    func add(_ message: SubscriptionMessage) { list.withLock { $0.append(message) } }
}

/// Has one row per event.
private struct Positions: Projection {
    var name: String { "positions" }
    var schemaVersion: Int { 1 }
    var query: Query { .all }
    var tables: [TableDefinition] { [TableDefinition(0)] }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        try model.setValue([], for: .key(of: event.position), in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(key)" }
}
