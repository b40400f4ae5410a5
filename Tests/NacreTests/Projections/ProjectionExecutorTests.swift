import Nacre
import Synchronization
import Testing

/// Applying events and writing models may take long, so neither runs on the cooperative pool.
@Suite struct ProjectionExecutorTests {
    private let store = InMemoryEventStore()
    private let strays = Strays()

    private func runner(
        schemaVersion: Int = 1, poison: Set<EventType> = [], isDivided: Bool = false
    ) -> ProjectionRunner {
        var projection = PlacedProjection(strays: strays)
        projection.counting.schemaVersion = schemaVersion
        projection.counting.isPartitionedByStream = isDivided
        projection.counting.poison = poison
        var runner = ProjectionRunner(
            projection: projection, store: store, models: PlacedModels(strays: strays),
            batchSize: .untimed(events: 4, bytes: 4 << 20), executor: MarkingExecutor())
        if isDivided { runner.minDivided = 2 }
        return runner
    }

    @Test func `events are applied, and models written, only on the executor`() async throws {
        try await store.happen(9)
        let runner = runner()
        try await runner.catchUp()
        try await runner.rebuild()
        let found = strays.found
        #expect(found == Strays.Found(applied: 18, writes: found.writes))
        #expect(found.writes >= 5)
    }

    @Test func `both halves of a divided batch run on the executor, in a comparison too`() async throws {
        // Each event has its own type, because the projection counts types too.
        for number in 1...4 { try await store.happen(3, EventType("T\(number)"), in: StreamName("a-\(number)")) }
        let runner = runner(isDivided: true)
        try await runner.catchUp()
        #expect(strays.found.applied == 12)
        try await runner.compare(rebuildingIn: PlacedModels(strays: strays)) { _ in }
        #expect(strays.found.applied == 24)
        #expect(strays.found.strayApplied == 0)
        #expect(strays.found.strayWrites == 0)
    }

    @Test func `a halt and its retry run on the executor too`() async throws {
        try await store.happen(3)
        try await store.happen(1, "Poison")
        let poisoned = runner(poison: ["Poison"])
        await #expect(throws: (any Error).self) { try await poisoned.catchUp() }
        await #expect(throws: (any Error).self) { try await poisoned.retry() }
        #expect(strays.found.strayApplied == 0)
        #expect(strays.found.strayWrites == 0)
        #expect(strays.found.applied >= 5)
    }
}

/// Work outside the executor.
private final class Strays: Sendable {
    struct Found: Equatable {
        var applied = 0
        var strayApplied = 0
        var writes = 0
        var strayWrites = 0
    }

    private let counts = Mutex(Found())

    var found: Found { counts.withLock(\.self) }

    func noteApplied() {
        counts.withLock {
            $0.applied += 1
            $0.strayApplied += MarkingExecutor.isRunning ? 0 : 1
        }
    }

    func noteWrite() {
        counts.withLock {
            $0.writes += 1
            $0.strayWrites += MarkingExecutor.isRunning ? 0 : 1
        }
    }
}

/// An executor that marks its work.
private struct MarkingExecutor: BlockingExecutor {
    @TaskLocal static var isRunning = false

    private let base = SerialBlockingExecutor(named: "marked")

    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await base.run { try Self.$isRunning.withValue(true) { try body() } }
    }
}

private struct PlacedProjection: Projection {
    let strays: Strays
    var counting = CountingProjection()

    var name: String { counting.name }
    var schemaVersion: Int { counting.schemaVersion }
    var query: Query { counting.query }
    var tables: [TableDefinition] { counting.tables }
    var isPartitionedByStream: Bool { counting.isPartitionedByStream }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        strays.noteApplied()
        try counting.apply(event, to: model)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        counting.describe(key: key, value: value, in: table)
    }
}

private struct PlacedModels: ReadModelStore {
    let strays: Strays
    private let base = InMemoryReadModelStore()

    init(strays: Strays) { self.strays = strays }

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model, body)
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        strays.noteWrite()
        return try base.write(model, body)
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }
}
