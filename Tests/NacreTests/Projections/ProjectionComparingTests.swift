import Nacre
import Synchronization
import Testing

@Suite struct ProjectionComparingTests {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()
    let scratch = InMemoryReadModelStore()

    private var runner: ProjectionRunner {
        ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, batchSize: .init(events: 2))
    }

    /// Compares, and returns the position with the reported differences.
    private func compare() async throws -> (position: Position, differences: [ReadModelDifference]) {
        let found = Differences()
        let position = try await runner.compare(rebuildingIn: scratch, report: { found.add($0) })
        return (position, found.all)
    }

    private func change(_ body: (any ReadModelWriter) throws -> Void) throws {
        try models.write("counts", body)
    }

    @Test func `a model that equals the log has no differences`() async throws {
        for stream: StreamName in ["a-1", "b-1", "c-1"] { try await store.happen(3, in: stream) }
        try await runner.catchUp()
        let (position, differences) = try await compare()
        #expect(position == 9)
        #expect(differences.isEmpty)
    }

    @Test func `every difference is reported by table and key, in the projection's words`() async throws {
        for stream: StreamName in ["a-1", "b-1", "c-1"] { try await store.happen(2, in: stream) }
        try await runner.catchUp()
        try change { writer in
            try writer.setValue([0, 9], for: [UInt8]("b-1".utf8), in: 0)
            try writer.removeValue(for: [UInt8]("a-1".utf8), in: 0)
            try writer.setValue([0, 1], for: [UInt8]("x-1".utf8), in: 0)
            try writer.setValue([0, 4], for: [UInt8]("Zero".utf8), in: 1)
            try writer.setValue([], for: [], in: 255)
        }
        let differences = try await compare().differences
        #expect(
            differences.map(\.description) == [
                "missing: a-1 2", "different: b-1 9, the log says b-1 2", "extra: x-1 1", "extra: Zero 4", "extra:  0",
            ])
        #expect(differences.map(\.table) == [0, 0, 0, 1, 255])
        #expect(differences[1].live == [0, 9])
        #expect(differences[1].rebuilt == [0, 2])
    }

    @Test func `the live model is not changed`() async throws {
        try await store.happen(3)
        try await runner.catchUp()
        try change { try $0.setValue([0, 9], for: [1], in: 0) }
        let (before, state) = (try models.counts(), try models.state())
        _ = try await compare()
        #expect(try models.counts() == before)
        #expect(try models.state() == state)
    }

    @Test func `the comparison ends where a halted model is, before the commit of the event`() async throws {
        try await store.happen(2)
        try await runner.catchUp()
        try await store.append(["Happened", "Poison"].map { EventData(type: $0, data: []) }, to: "a-1")
        var halting = CountingProjection()
        halting.poison = ["Poison"]
        let runner = ProjectionRunner(projection: halting, store: store, models: models)
        await #expect(throws: EventStoreError.self) { try await runner.catchUp() }
        let (position, differences) = try await compare()
        #expect(position == 2)
        #expect(differences.isEmpty)
    }

    @Test func `leftovers of an earlier comparison are removed first`() async throws {
        try await store.happen(3)
        try await runner.catchUp()
        try scratch.write("counts") { try $0.setValue([0, 9], for: [1], in: 0) }
        #expect(try await compare().differences.isEmpty)
        #expect(try await compare().differences.isEmpty)
    }

    @Test func `thousands of rows are compared`() async throws {
        for number in 0..<1_000 { try await store.happen(1, in: StreamName("s-\(number)")) }
        try await runner.catchUp()
        try change { writer in
            for number in [0, 255, 256, 512, 999] {
                try writer.removeValue(for: [UInt8]("s-\(number)".utf8), in: 0)
            }
        }
        #expect(
            try await compare().differences.map(\.description) == [
                "missing: s-0 1", "missing: s-255 1", "missing: s-256 1", "missing: s-512 1", "missing: s-999 1",
            ])
    }

    @Test func `a model that advances during the comparison is compared at its new position`() async throws {
        for _ in 0..<5 { try await store.happen() }
        try await ProjectionRunner(
            projection: CountingProjection(), store: store, models: models, batchSize: .init(events: 3)
        ).catchUp(atLeast: 3)
        // The new model is emptied first; at its next write, the live one has been read, and advances.
        let (checkpoint, watched) = (try await store.checkpoint(at: 5), WatchedReadModelStore(scratch))
        watched.runBeforeWrite(afterWrites: 1) { [models] _ in
            try models.write("counts") { writer in
                try writer.setValue([0, 5], for: [UInt8]("a-1".utf8), in: 0)
                try writer.setValue([0, 5], for: [UInt8]("Happened".utf8), in: 1)
                try writer.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint))
            }
        }
        let found = Differences()
        #expect(try await runner.compare(rebuildingIn: watched, report: { found.add($0) }) == 5)
        #expect(found.all.isEmpty)
    }

    @Test func `a model of another log is not compared`() async throws {
        try await store.happen(3)
        try change {
            try $0.setState(
                ReadModelState(
                    schemaVersion: 1, checkpoint: Checkpoint(storeID: store.id, position: 9, fingerprint: 1)))
        }
        let error = await #expect(throws: EventStoreError.self) { try await compare() }
        #expect(error?.code == .noSuchPosition)
        #expect(error?.message.contains("catch up first") == true)
    }

    @Test func `a model of another schema version is compared`() async throws {
        try await store.happen(3)
        try await runner.catchUp()
        let newer = ProjectionRunner(
            projection: CountingProjection(schemaVersion: 2), store: store, models: models)
        let found = Differences()
        #expect(try await newer.compare(rebuildingIn: scratch, report: { found.add($0) }) == 3)
        #expect(found.all.isEmpty)
        #expect(try models.state()?.schemaVersion == 1)
    }
}

/// Collects the reported differences.
private final class Differences: Sendable {
    private let list = Mutex<[ReadModelDifference]>([])

    var all: [ReadModelDifference] { list.withLock { $0 } }

    func add(_ difference: ReadModelDifference) { list.withLock { $0.append(difference) } }
}
