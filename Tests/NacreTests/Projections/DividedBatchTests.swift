import Nacre
import Testing

/// Counts the events of each stream, and may declare itself a projection by streams.
private struct StreamCounting: Projection {
    struct Poisoned: Error {}

    let name = "counts"
    let schemaVersion = 1
    let query = Query.categories("a")
    let tables = [TableDefinition(0)]
    var isPartitionedByStream = true

    /// The positions of events that it cannot apply.
    var poison: Set<Position> = []

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        if poison.contains(event.position) { throw Poisoned() }
        let key = [UInt8](event.stream.text.utf8)
        let count = try model.value(for: key, in: 0).map(CountingProjection.number) ?? 0
        try model.setValue(CountingProjection.bytes(count + 1), for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "" }
}

/// A batch applied on two threads.
@Suite struct DividedBatchTests {
    let store = InMemoryEventStore()
    let models = WatchedReadModelStore()

    /// Appends 300 commits of 100 events, each of them to one of 150 streams.
    private func fill() async throws {
        for commit in 0..<300 { try await store.happen(100, in: StreamName("a-\(commit % 150)")) }
    }

    private func catchUp(_ projection: StreamCounting, _ size: ProjectionRunner.BatchSize = .init()) async throws {
        try await ProjectionRunner(projection: projection, store: store, models: models, batchSize: size).catchUp()
    }

    @Test func `with two threads every event takes effect once, in whole commits`() async throws {
        try await fill()
        try await store.happen(50, in: "b-1")
        let size = ProjectionRunner.BatchSize.untimed(events: 10_000)
        try await catchUp(StreamCounting(), size)
        let counts = try models.counts()
        #expect(counts.count == 150)
        #expect(counts.values.allSatisfy { $0 == 200 })
        #expect(models.writtenPositions == [10_000, 20_000, 30_000, 30_050])
        try models.write("counts") { try $0.removeAll() }
        try await catchUp(StreamCounting(isPartitionedByStream: false))
        #expect(try models.counts() == counts)
    }

    @Test func `of several events that cannot be applied, the first halts the projection`() async throws {
        try await fill()
        // The streams of these events are divided between both threads.
        let poison: Set<Position> = [15_050, 15_150, 15_250, 15_350, 15_450, 15_550, 15_650, 15_750]
        let error = await #expect(throws: EventStoreError.self) { try await catchUp(StreamCounting(poison: poison)) }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 15_050)
        #expect(try models.state()?.checkpoint.position == 15_000)
        #expect(try models.counts().values.reduce(0, +) == 15_000)
    }

    @Test func `a batch is cut where one thread reaches its limit of rows`() async throws {
        try await fill()
        try await catchUp(StreamCounting(), .untimed(rows: 40))
        #expect(try models.counts().values.allSatisfy { $0 == 200 })
        #expect(models.writtenPositions.count > 4)
        #expect(models.writtenPositions.allSatisfy { $0 % 100 == 0 })
        #expect(models.writtenPositions.last == 30_000)
    }

    @Test func `a limit within a commit ends both threads there`() async throws {
        try await fill()
        let past = PastReadModel(of: StreamCounting(), at: 12_345, in: store, models: models)
        #expect(try await past.bringUpToDate() == 12_345)
        #expect(try models.counts().values.reduce(0, +) == 12_345)
    }
}
