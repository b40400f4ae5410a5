import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct SubscriptionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store() async throws -> LMDBEventStore {
        try await LMDBEventStore.open(at: folder.store, options: .unsynced())
    }

    private func events(_ count: Int, type: EventType = "T") -> [EventData] {
        (0..<count).map { EventData(type: type, data: [UInt8(truncatingIfNeeded: $0)]) }
    }

    @Test func `appends of another object on the folder arrive`() async throws {
        let store = try await store()
        let other = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        var iterator = store.subscribe().makeAsyncIterator()
        #expect(try await iterator.next() == .caughtUp(0))
        for version in StreamVersion(1)...5 {
            try await other.append(events(1), to: "s-1")
            #expect(try await iterator.next()?.event?.version == version)
        }
        await other.close()
        await store.close()
    }

    @Test func `other processes' commits are polled at least twice in 50 ms`() {
        #expect(LMDBEventStore.Options().pollInterval <= 25_000_000)
    }

    @Test func `appends of this store arrive without polling`() async throws {
        var options = LMDBEventStore.Options.unsynced()
        options.pollInterval = .max / 2
        let store = try await LMDBEventStore.open(at: folder.store, options: options)
        let followed = try await withThrowingTaskGroup(of: [Position].self) { group in
            group.addTask {
                var positions: [Position] = []
                for try await message in store.subscribe() {
                    if let event = message.event { positions.append(event.position) }
                    if positions.count == 50 { break }
                }
                return positions
            }
            for _ in 1...50 {
                // From the second time on a subscription has waited before, so the next poll is far away.
                while store.head.waiterCount == 0 { try await Task.sleep(for: .microseconds(100)) }
                try await store.append(events(1), to: "s-1")
            }
            return try await group.next()
        }
        #expect(followed == Array(1...50))
        await store.close()
    }

    @Test func `a subscription visits no event twice`() async throws {
        let store = try await store()
        try await store.append(events(499), to: "s-1")
        // A block of its own, because nothing is appended after a damaged end.
        try await store.append(events(1), to: "s-1")
        var iterator = store.subscribe(matching: .types("Rare")).makeAsyncIterator()
        #expect(try await iterator.next() == .caughtUp(500))
        // Reading them again would fail.
        let block = try #require(try RawLog(store: folder.store).blocks().first)
        var damaged = block.bytes
        damaged[1] ^= 0x40
        try RawLog(store: folder.store).put(damaged, at: block.position)
        for round in Position(1)...3 {
            try await store.append(events(10) + events(1, type: "Rare"), to: "s-2")
            #expect(try await iterator.next()?.event?.position == 500 + 11 * round)
        }
        await store.close()
    }

    /// Damages the first block after two batches, and subscribes up to it.
    private func expectNothingReadAhead(
        of store: LMDBEventStore, in iterator: inout Subscription.Iterator, after last: Position
    ) async throws {
        // Time for a reader that would wrongly continue.
        try await Task.sleep(for: .milliseconds(200))
        #expect(store.head.waiterCount == 0)
        let log = RawLog(store: folder.store)
        let read = Position(2 * Subscription.maxBatch)
        let block = try #require(try log.blocks().first { $0.position > read })
        var damaged = block.bytes
        damaged[1] ^= 0x40
        try log.put(damaged, at: block.position)
        var handed: [Position] = []
        let found = try await EventStoreError.damage {
            while let message = try await iterator.next() { handed.append(try #require(message.event).position) }
        }
        #expect(found == block.position)
        #expect(handed == Array(last + 1..<block.position))
    }

    @Test func `a slow consumer holds one batch of the log in memory`()
        async throws
    {
        let store = try await store()
        for _ in 0..<5 { try await store.append(events(Subscription.maxBatch), to: "s-1") }
        var iterator = store.subscribe().makeAsyncIterator()
        #expect(try await iterator.next()?.event?.position == 1)
        try await expectNothingReadAhead(of: store, in: &iterator, after: 1)
        await store.close()
    }

    @Test func `new events are not read before the next message is requested`() async throws {
        let store = try await store()
        var iterator = store.subscribe().makeAsyncIterator()
        #expect(try await iterator.next() == .caughtUp(0))
        for _ in 0..<5 { try await store.append(events(Subscription.maxBatch), to: "s-1") }
        try await expectNothingReadAhead(of: store, in: &iterator, after: 0)
        await store.close()
    }

    @Test func `a damaged record ends a subscription with its position after the events before it`() async throws {
        let damaged = try await DamagedStore()
        for block in [0, 4, 8] {
            for part in [DamagedStore.Part.record, .checksum] {
                let (lost, named) = try damaged.damage(part, ofBlock: block)
                let store = try await LMDBEventStore.open(at: damaged.folder.store, options: .unsynced())
                var handed: [Position] = []
                let found = try await EventStoreError.damage {
                    for try await message in store.subscribe() {
                        handed.append(try #require(message.event).position)
                    }
                }
                #expect(found == named)
                #expect(handed == Array(1..<lost.lowerBound))
                await store.close()
                try damaged.mend()
            }
        }
    }

    @Test func `a thousand cancelled subscriptions leak nothing`() async throws {
        let store = try await store()
        try await store.append(events(10), to: "s-1")
        let tasks = (0..<1_000).map { number in
            Task {
                for try await _ in store.subscribe(after: Position(number % 11)) {}
            }
        }
        while store.head.waiterCount < 1_000 { try await Task.sleep(for: .milliseconds(1)) }
        try await store.append(events(1), to: "s-1")
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(store.head.waiterCount == 0)
        await store.close()
        try expectNoReader()
    }

    @Test func `closing ends all subscriptions at once and leaks nothing`() async throws {
        let store = try await store()
        try await store.append(events(3_000), to: "s-1")
        let tasks = (0..<100).map { number in
            Task {
                for try await _ in store.subscribe(after: Position(30 * number)) { await Task.yield() }
            }
        }
        while store.head.waiterCount < 10 { try await Task.sleep(for: .milliseconds(1)) }
        await store.close()
        for task in tasks {
            await #expect { try await task.value } throws: { ($0 as? EventStoreError)?.code == .closed }
        }
        #expect(store.head.waiterCount == 0)
        try expectNoReader()
    }

    private func expectNoReader() throws {
        let environment = try Environment.open(
            at: folder.store + "/log.mdb", options: .init(mapSize: 256 << 20, durability: .noSync))
        defer { environment.close() }
        #expect(try environment.statistics().readersInUse == 0)
    }
}

extension SubscriptionMessage {
    /// The event; `nil` for any other message.
    var event: RecordedEvent? {
        if case .event(let event) = self { event } else { nil }
    }
}
