import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Short reads run on the caller's thread, long ones on the store's threads.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct PoolTests {
    private static let short = 100
    private static let long = 3_000

    private func store(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        // Half of them have the type, the others the tag: a query for both must visit all.
        let events = (0..<Self.long).map { number in
            EventData(type: number % 2 == 0 ? "T" : "U", tags: number % 2 == 0 ? [] : ["t"], data: [])
        }
        try await store.append(events, to: "long-1")
        try await store.append(Array(events.prefix(Self.short)), to: "short-1")
        return store
    }

    @Test func `short reads do not need the pool's threads`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        try await store.pool.whileBusy { () async throws in
            #expect(try await store.head() == Position(Self.long + Self.short))
            #expect(try await store.version(of: "long-1") == StreamVersion(Self.long))
            #expect(try await store.event(at: 7).version == 7)
            #expect(try await store.event(withID: store.event(at: 7).id)?.position == 7)
            #expect(try await store.read("long-1", .backward(), limit: 5).collect().count == 5)
            #expect(try await store.readLog(.forward(), matching: .types("T"), limit: 5).collect().count == 5)
            var stream = store.read("short-1").makeAsyncIterator()
            for version in 1...Self.short { #expect(try await stream.next()?.version == StreamVersion(version)) }
        }
        await store.close()
    }

    @Test func `long reads and subscriptions run on the store's threads only`() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder)
        var tasks: [Task<Int, any Error>] = []
        try await store.pool.whileBusy { () async throws in
            let finished = Notices()
            tasks = [
                Task {
                    defer { finished.add("a read") }
                    return try await store.readLog().collect().count
                },
                Task {
                    defer { finished.add("a query") }
                    let query = Query([.init(types: ["T"], tags: ["t"])])
                    return try await store.readLog(matching: query).collect().count + Self.long + Self.short
                },
                Task {
                    defer { finished.add("a subscription") }
                    var count = 0
                    for try await message in store.subscribe() {
                        if case .caughtUp = message { break }
                        count += 1
                    }
                    return count
                },
            ]
            // The others finish.
            while store.pool.waitingCount + finished.all.count < 3 { await Task.yield() }
            #expect(finished.all == [])
        }
        for task in tasks { #expect(try await task.value == Self.long + Self.short) }
        await store.close()
    }

    /// Half of many events have the type, the other half the tag, none has both: every event must be visited.
    private static let laborious = Query([.init(types: ["T"], tags: ["t"])])

    /// A store of more events than one job visits.
    private func longStore(_ folder: TemporaryFolder) async throws -> LMDBEventStore {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        try await store.append(Self.many, to: "long-1")
        return store
    }

    private static var many: [EventData] {
        (0..<70_000).map { number in
            EventData(type: number % 2 == 0 ? "T" : "U", tags: number % 2 == 0 ? [] : ["t"], data: [])
        }
    }

    @Test func `a job of a read visits a bounded number of events`() async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        for order in [ReadOrder.forward(), .backward()] {
            let jobs = try await store.pool.run { () throws in
                var reader = LogReader(order, matching: Self.laborious, limit: nil)
                var jobs = 0
                while !reader.isFinished {
                    #expect(try reader.next(store, limit: 10) == [])
                    jobs += 1
                }
                return jobs
            }
            #expect(jobs == 2)
            #expect(try await store.readLog(order, matching: Self.laborious, limit: nil).collect() == [])
        }
        await store.close()
    }

    @Test func `a cancelled read ends after its current job`() async throws {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        var task: Task<[RecordedEvent], any Error>?
        try await store.pool.whileBusy {
            task = Task { try await store.readLog(matching: Self.laborious).collect() }
            while store.pool.waitingCount == 0 { await Task.yield() }
            task?.cancel()
        }
        await #expect(throws: CancellationError.self) { try await task?.value }
        await store.close()
    }

    @Test func `a subscription that needs several jobs for the next event is not behind`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = try await longStore(folder)
        var iterator = store.subscribe(matching: Self.laborious).makeAsyncIterator()
        #expect(try await iterator.next() == .caughtUp(70_000))
        try await store.append(Self.many, to: "long-1")
        for position in 140_001...140_002 as ClosedRange<Position> {
            try await store.append([EventData(type: "T", tags: ["t"], data: [])], to: "long-1")
            #expect(try await iterator.next()?.event?.position == position)
        }
        await store.close()
    }
}
