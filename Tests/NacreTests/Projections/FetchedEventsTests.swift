import Nacre
import NacreTesting
import Synchronization
import TestRandomness
import Testing

/// Projections over a log whose events are fetched.
@Suite struct FetchedEventsTests {
    private let models = WatchedReadModelStore()

    private func catchUp(
        _ projection: CountingProjection = CountingProjection(), in store: any EventStore,
        _ size: ProjectionRunner.BatchSize = .untimed()
    ) async throws {
        try await ProjectionRunner(projection: projection, store: store, models: models, batchSize: size).catchUp()
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a mapped log gives the same read models and batches`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = FetchedStore()
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let stream = StreamName("\(random.chance(50) ? "a" : "b")-\(random.below(5))")
            let type: EventType = random.chance(70) ? "Happened" : "Noted"
            try await store.happen(Int.random(in: 1...30, using: &random), type, in: stream)
        }
        var projection = CountingProjection()
        if Bool.random(using: &random) { projection.query = .categories("a") }
        if Bool.random(using: &random) { projection.poison = ["Noted"] }
        let size = ProjectionRunner.BatchSize.untimed(
            events: Int.random(in: 1...100, using: &random), rows: Int.random(in: 2...20, using: &random))
        let mapped = WatchedReadModelStore()
        var outcomes: [String] = []
        for (log, models) in [(store as any EventStore, models), (store.base, mapped)] {
            let runner = ProjectionRunner(projection: projection, store: log, models: models, batchSize: size)
            do {
                outcomes.append("\(try await runner.catchUp())")
            } catch let error as EventStoreError where error.code == .projectionHalted {
                outcomes.append("halted at \(error.position ?? 0)")
            }
        }
        #expect(outcomes[0] == outcomes[1])
        #expect(models.writtenPositions == mapped.writtenPositions)
        for table in UInt8(0)...1 { #expect(try models.counts(table) == mapped.counts(table)) }
        #expect(try models.state()?.halt?.position == mapped.state()?.halt?.position)
    }

    @Test func `events before damage are applied, and the damage is thrown with its position`() async throws {
        var store = FetchedStore()
        for _ in 0..<10 { try await store.happen(10) }
        store.damage = 45
        let error = await #expect(throws: EventStoreError.self) { try await catchUp(in: store) }
        #expect(error?.code == .damaged)
        #expect(error?.position == 45)
        #expect(try models.state()?.checkpoint.position == 40)
        #expect(try models.counts() == ["a-1": 40])
    }

    @Test func `damage in the first commit is thrown with its position, and nothing is applied`() async throws {
        var store = FetchedStore()
        try await store.happen(10)
        store.damage = 5
        for _ in 0..<2 {
            let error = await #expect(throws: EventStoreError.self) { try await catchUp(in: store) }
            #expect(error?.code == .damaged)
            #expect(error?.position == 5)
        }
        #expect(try models.state() == nil)
        #expect(try models.counts() == [:])
    }

    @Test func `an event that cannot be applied halts the projection before later damage is read`() async throws {
        var store = FetchedStore()
        try await store.happen(10)
        try await store.happen(1, "Poison")
        try await store.happen(10)
        store.damage = 15
        let error = await #expect(throws: EventStoreError.self) {
            try await catchUp(CountingProjection(poison: ["Poison"]), in: store)
        }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 11)
        #expect(try models.state()?.checkpoint.position == 10)
        #expect(try models.state()?.halt?.position == 11)
        #expect(try models.counts() == ["a-1": 10])
    }

    @Test func `an undecodable event halts the projection, and a retry fetches it again`() async throws {
        let fetches = Fetches()
        let store = fetches.store()
        try await store.append([BankEvent.codec.encode(.opened(owner: "ada", email: "ada@x"))], to: "account-1")
        var event = BankEvent.codec.encode(.deposited(1))
        event.data = []
        try await store.append([event], to: "account-1")
        let runner = ProjectionRunner(projection: Accounts(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 2)
        let first = fetches.count
        #expect(first > 0)
        // The halt is known now: the log need not be read.
        await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(fetches.count == first)
        let again = await #expect(throws: EventStoreError.self) { try await runner.retry() }
        #expect(again?.position == 2)
        #expect(fetches.count > first)
        #expect(try models.state(of: "accounts")?.checkpoint.position == 1)
    }

    @Test func `an event whose row cannot be stored halts the projection without fetching again`()
        async throws
    {
        let fetches = Fetches()
        let store = fetches.store()
        for owner in ["ada", "nobody", "bob"] {
            try await store.append(
                [BankEvent.codec.encode(.opened(owner: owner, email: ""))], to: StreamName("account-\(owner)"))
        }
        let runner = ProjectionRunner(projection: TableProjectionTests.Particular(), store: store, models: models)
        let error = await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 2)
        #expect(try models.state(of: "particular")?.checkpoint.position == 1)
        // The three events, and for each of two runs the end of the log; the third ends before that.
        #expect(fetches.count == 3)
    }

    @Test func `cancellation ends fetching, and nothing is applied`() async throws {
        var store = FetchedStore()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        store.fetching = {
            begin.yield()
            try await Task.sleep(for: .seconds(3_600))
        }
        try await store.happen(10)
        let task = Task { [store] in try await catchUp(in: store) }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try models.state() == nil)
    }

    @Test(
        arguments: [EventStoreError.unreadable, EventStoreError(.closed, "it is closed"), Unreachable()] as [any Error])
    func `another fetch failure is thrown unchanged, nothing is applied, and the next attempt continues`(
        failure: any Error
    ) async throws {
        let fetches = Fetches()
        var store = FetchedStore()
        store.fetching = {
            fetches.add()
            if fetches.count == 2 { throw failure }
        }
        for _ in 0..<10 { try await store.happen(10) }
        await #expect {
            try await catchUp(in: store)
        } throws: {
            "\($0)" == "\(failure)"
        }
        #expect(try models.state() == nil)
        try await catchUp(in: store)
        #expect(try models.counts() == ["a-1": 100])
    }

    @Test func `a limit within a commit ends the fetch there`() async throws {
        let store = FetchedStore()
        for _ in 0..<10 { try await store.happen(10) }
        let past = PastReadModel(of: CountingProjection(), at: 45, in: store, models: models)
        #expect(try await past.bringUpToDate() == 45)
        #expect(try models.counts() == ["a-1": 45])
    }

    @Test func `a projection by streams is applied on one thread, so that nothing is fetched twice`() async throws {
        let fetches = Fetches()
        let store = fetches.store()
        for _ in 0..<200 { try await store.happen(50) }
        var projection = CountingProjection()
        projection.isPartitionedByStream = true
        try await catchUp(projection, in: store)
        #expect(try models.counts() == ["a-1": 10_000])
        // Seven events at a time, and the end of the log.
        #expect(fetches.count == 10_000 / 7 + 2)
    }

    @Test func `the number of fetched events is bounded, however large a batch may be`() async throws {
        let store = FetchedStore()
        for _ in 0..<400 { try await store.happen(100) }
        try await catchUp(in: store)
        #expect(models.writtenPositions == [16_400, 32_800, 40_000])
    }

    @Test(arguments: [
        (ProjectionRunner.BatchSize.untimed(events: 50), [Position](stride(from: 50, through: 700, by: 50))),
        (.untimed(bytes: 1_000), Array(stride(from: 10, through: 700, by: 10))),
    ])
    func `a batch fetches no more than its size`(
        size: ProjectionRunner.BatchSize, positions: [Position]
    ) async throws {
        let fetches = Fetches()
        let store = fetches.store()
        for _ in 0..<70 {
            try await store.append(
                (0..<10).map { _ in EventData(type: "Happened", data: [UInt8](repeating: 32, count: 100)) }, to: "a-1")
        }
        try await catchUp(in: store, size)
        #expect(models.writtenPositions == positions)
        // Seven events at a time.
        let each = Int(positions[0] + 6) / 7
        #expect(fetches.count > 0)
        #expect(fetches.count <= positions.count * each)
    }

    @Test(
        arguments: [
            (
                "a-1",
                EventData(
                    type: "Happened", tags: (0..<10).map { Tag("\($0)" + String(repeating: "t", count: 99)) }, data: [])
            ),
            (StreamName("a-" + String(repeating: "s", count: 250)), EventData(type: "Happened", data: [])),
            ("a-1", EventData(type: EventType(String(repeating: "h", count: 250)), data: [])),
            (
                "a-1",
                EventData(
                    type: "Happened", data: [], metadata: Array(#"{"a":"\#(String(repeating: "m", count: 250))"}"#.utf8)
                )
            ),
        ] as [(StreamName, EventData)])
    func `tags, names and metadata count towards the memory limit, like data`(
        stream: StreamName, event: EventData
    ) async throws {
        let store = FetchedStore()
        for _ in 0..<5 { try await store.append(Array(repeating: event, count: 10), to: stream) }
        try await catchUp(in: store, .untimed(bytes: 2_000))
        #expect(models.writtenPositions == [10, 20, 30, 40, 50])
    }

    @Test func `events left over by a batch with too many rows are not fetched again`() async throws {
        let fetches = Fetches()
        let store = fetches.store()
        for stream in 0..<100 { try await store.happen(10, in: StreamName("a-\(stream)")) }
        try await catchUp(in: store, .untimed(rows: 4))
        #expect(models.writtenPositions.count >= 25)
        #expect(models.writtenPositions.last == 1_000)
        #expect(try models.counts().count == 100)
        // Seven events at a time, and at most once per batch the end of the log.
        #expect(fetches.count > 1_000 / 7)
        #expect(fetches.count <= 1_000 / 7 + 1 + models.writtenPositions.count)
    }

    @Test func `fetching time does not shorten batches`() async throws {
        let fetches = Fetches()
        let clock = SteppingClock()
        var store = FetchedStore()
        store.fetching = {
            fetches.add()
            clock.advance(by: .seconds(10))
        }
        for _ in 0..<30 { try await store.happen(10) }
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: models,
            batchSize: .init(events: 100, gathering: .seconds(2), duration: .seconds(3_600)), clock: clock
        ).catchUp()
        #expect(models.writtenPositions == [100, 200, 300])
        #expect(fetches.count > 0)
    }

    @Test func `no thread waits while events are fetched`() async throws {
        let executor = NotingExecutor()
        let isAlwaysFree = Mutex(true)
        let fetches = Fetches()
        var store = FetchedStore()
        store.fetching = {
            fetches.add()
            try await Task.sleep(for: .milliseconds(1))
            if executor.isBusy { isAlwaysFree.withLock { $0 = false } }
        }
        try await store.happen(100)
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, executor: executor
        ).catchUp()
        #expect(try models.counts() == ["a-1": 100])
        #expect(isAlwaysFree.withLock { $0 })
        #expect(fetches.count > 0)
    }
}

/// Counts how often events are fetched.
private final class Fetches: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock(\.self) }

    func add() { number.withLock { $0 += 1 } }

    /// A store that counts fetches.
    func store() -> FetchedStore {
        var store = FetchedStore()
        store.fetching = { self.add() }
        return store
    }
}

/// The network is down.
private struct Unreachable: Error {}

/// Reports whether it is running something.
private final class NotingExecutor: BlockingExecutor {
    private let base = SerialBlockingExecutor(named: "noting")
    private let running = Mutex(0)

    var isBusy: Bool { running.withLock { $0 > 0 } }

    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        return try await base.run(body)
    }
}

/// A clock that advances only by a call.
private final class SteppingClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let instant = Mutex(ContinuousClock.now)

    var now: Instant { instant.withLock { $0 } }

    var minimumResolution: Duration { .nanoseconds(1) }

    func advance(by duration: Duration) { instant.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
