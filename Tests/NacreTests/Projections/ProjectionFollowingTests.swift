import Nacre
import NacreTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(25)))
struct ProjectionFollowingTests {
    private let store = InMemoryEventStore()
    private let models = WatchedReadModelStore()

    @Test func `existing events are applied, then new ones, until the task is cancelled`() async throws {
        let paced = PacedEventStore(store)
        let runner = ProjectionRunner(projection: CountingProjection(), store: paced, models: models)
        try await store.happen(2)
        try await paced.showAll()
        let told = Mutex<[Position]>([])
        let following = Task { try await runner.run { position in told.withLock { $0.append(position) } } }
        try await paced.settled()
        #expect(try models.counts() == ["a-1": 2])
        try await store.happen(3, in: "b-1")
        try await paced.showAll()
        try await paced.settled()
        #expect(try models.counts() == ["a-1": 2, "b-1": 3])
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(told.withLock { $0 } == [2, 5])
    }

    /// Appends a batch of events when the first one is written.
    private struct Continuing: BlockingExecutor {
        let store: InMemoryEventStore
        let models: WatchedReadModelStore
        var written: @Sendable () -> Void = {}

        func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            let count = models.writtenPositions.count
            let result = try body()
            if models.writtenPositions.count > count { written() }
            if models.writtenPositions == [1], try await store.head() == 1 { try await store.happen(2) }
            return result
        }
    }

    @Test func `events appended meanwhile are applied without waiting`() async throws {
        let subscriptions = Mutex(0)
        let seen = Mutex<[Int]>([])
        var watched = InterruptedStore(base: store) { _ in }
        watched.subscribed = { subscriptions.withLock { $0 += 1 } }
        let executor = Continuing(store: store, models: models) {
            let count = subscriptions.withLock { $0 }
            seen.withLock { $0.append(count) }
        }
        let runner = ProjectionRunner(
            projection: CountingProjection(), store: watched, models: models, batchSize: .init(pause: .zero),
            executor: executor)
        try await store.happen()
        let following = Task { try await runner.run() }
        while models.writtenPositions != [1, 3] { try await Task.sleep(for: .milliseconds(1)) }
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(seen.withLock { $0 } == [0, 0])
    }

    @Test func `there is no pause while a whole batch is waiting`() async throws {
        let runner = ProjectionRunner(
            projection: CountingProjection(), store: store, models: models,
            batchSize: .init(events: 2, pause: .seconds(3_600)),
            executor: Continuing(store: store, models: models))
        try await store.happen()
        let following = Task { try await runner.run() }
        while models.writtenPositions != [1, 3] { try await Task.sleep(for: .milliseconds(1)) }
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
    }

    /// A clock that records each sleep and cancels it.
    private struct EndingClock: Clock {
        private let clock = ContinuousClock()
        let slept: @Sendable (Duration) -> Void

        var now: ContinuousClock.Instant { clock.now }
        var minimumResolution: Duration { clock.minimumResolution }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            slept(clock.now.duration(to: deadline))
            throw CancellationError()
        }
    }

    @Test func `there is a pause before less than a whole batch is applied`() async throws {
        let pauses = Mutex<[Duration]>([])
        let runner = ProjectionRunner(
            projection: CountingProjection(), store: store, models: models,
            batchSize: .init(events: 3, pause: .seconds(3_600)),
            executor: Continuing(store: store, models: models),
            clock: EndingClock { pause in pauses.withLock { $0.append(pause) } })
        try await store.happen()
        await #expect(throws: CancellationError.self) { try await runner.run() }
        #expect(models.writtenPositions == [1])
        #expect(try await store.head() == 3)
        #expect(pauses.withLock { $0.map { $0 > .seconds(3_000) } } == [true])
    }

    @Test func `following waits and retries while a write lock is held too long`() async throws {
        let clock = NotedClock()
        let runner = ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, batchSize: .init(pause: .zero), clock: clock
        )
        try await store.happen()
        models.runBeforeWrite { _ in throw EventStoreError(.locked, "it is locked", outcome: .notWritten) }
        let following = Task { try await runner.run() }
        while models.writtenPositions != [1] { try await Task.sleep(for: .milliseconds(1)) }
        following.cancel()
        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(clock.slept.filter { $0 > .milliseconds(50) }.count == 1)
    }

    @Test func `a halt ends following, and is reported with its lag at each attempt`()
        async throws
    {
        final class Lags: ProjectionObserver {
            let seen = Mutex<[UInt64]>([])
            func applied(_ progress: ProjectionProgress) { seen.withLock { $0.append(progress.lag) } }
            func halted(_ projection: String, by halt: ProjectionHalt) {}
        }
        let lags = Lags()
        let runner = ProjectionRunner(
            projection: CountingProjection(poison: ["Poison"]), store: store, models: models, observer: lags)
        try await store.happen()
        try await store.happen(1, "Poison")
        for _ in 0..<2 {
            let error = await #expect(throws: EventStoreError.self) { try await runner.run() }
            #expect(error?.code == .projectionHalted)
            try await store.happen()
        }
        #expect(lags.seen.withLock { $0 } == [1, 2])
    }
}
