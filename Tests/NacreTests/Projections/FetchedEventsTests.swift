import Nacre
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
    func `read models and batches are those of a log that is mapped`(_ seed: UInt64) async throws {
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

    @Test func `what stands before damage is applied, and the damage is thrown with its position`() async throws {
        var store = FetchedStore()
        for _ in 0..<10 { try await store.happen(10) }
        store.damage = 45
        let error = await #expect(throws: EventStoreError.self) { try await catchUp(in: store) }
        #expect(error?.code == .damaged)
        #expect(error?.position == 45)
        #expect(try models.state()?.checkpoint.position == 40)
        #expect(try models.counts() == ["a-1": 40])
    }

    @Test func `one that ends within a commit, as the past may, ends there`() async throws {
        let store = FetchedStore()
        for _ in 0..<10 { try await store.happen(10) }
        let past = PastReadModel(of: CountingProjection(), at: 45, in: store, models: models)
        #expect(try await past.bringUpToDate() == 45)
        #expect(try models.counts() == ["a-1": 45])
    }

    @Test func `a projection by streams is applied on one thread, so that nothing is fetched twice`() async throws {
        let fetched = Mutex(0)
        var store = FetchedStore()
        store.fetching = { fetched.withLock { $0 += 1 } }
        for _ in 0..<200 { try await store.happen(50) }
        var projection = CountingProjection()
        projection.isByStream = true
        try await catchUp(projection, in: store)
        #expect(try models.counts() == ["a-1": 10_000])
        // Batches of seven events, and the empty one at the end of each of two runs.
        #expect(fetched.withLock { $0 } <= 10_000 / 7 + 3)
    }

    @Test func `so many events are kept at most, however many a batch may have`() async throws {
        let store = FetchedStore()
        for _ in 0..<400 { try await store.happen(100) }
        try await catchUp(in: store)
        #expect(models.writtenPositions == [16_400, 32_800, 40_000])
    }

    @Test(arguments: [
        (ProjectionRunner.BatchSize.untimed(events: 50), [Position](stride(from: 50, through: 700, by: 50))),
        (.untimed(bytes: 1_000), Array(stride(from: 10, through: 700, by: 10))),
    ])
    func `no more is fetched for a batch than it may have`(
        size: ProjectionRunner.BatchSize, positions: [Position]
    ) async throws {
        let fetched = Mutex(0)
        var store = FetchedStore()
        store.fetching = { fetched.withLock { $0 += 1 } }
        for _ in 0..<70 {
            try await store.append(
                (0..<10).map { _ in EventData(type: "Happened", data: [UInt8](repeating: 32, count: 100)) }, to: "a-1")
        }
        try await catchUp(in: store, size)
        #expect(models.writtenPositions == positions)
        // Batches of seven events.
        let each = Int(positions[0] + 6) / 7
        #expect(fetched.withLock { $0 } <= positions.count * each)
    }

    @Test func `the time that fetching takes does not make batches shorter`() async throws {
        var store = FetchedStore()
        let clock = SteppingClock()
        store.fetching = { clock.advance(by: .seconds(10)) }
        for _ in 0..<30 { try await store.happen(10) }
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: models,
            batchSize: .init(events: 100, gathering: .seconds(2), duration: .seconds(3_600)), clock: clock
        ).catchUp()
        #expect(models.writtenPositions == [100, 200, 300])
    }

    @Test func `no thread waits while events are fetched`() async throws {
        let executor = NotingExecutor()
        let isAlwaysFree = Mutex(true)
        var store = FetchedStore()
        store.fetching = {
            try await Task.sleep(for: .milliseconds(1))
            if executor.isBusy { isAlwaysFree.withLock { $0 = false } }
        }
        try await store.happen(100)
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, executor: executor
        ).catchUp()
        #expect(try models.counts() == ["a-1": 100])
        #expect(isAlwaysFree.withLock { $0 })
    }
}

/// Knows whether it runs something.
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

/// A clock that goes on only when it is told to.
private final class SteppingClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let instant = Mutex(ContinuousClock.now)

    var now: Instant { instant.withLock { $0 } }

    var minimumResolution: Duration { .nanoseconds(1) }

    func advance(by duration: Duration) { instant.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
