import Nacre
import Synchronization
import Testing

/// Collects a runner's notices.
final class Notices: Sendable {
    private let list = Mutex<[ProjectionNotice]>([])

    var all: [ProjectionNotice] { list.withLock { $0 } }

    func add(_ notice: ProjectionNotice) { list.withLock { $0.append(notice) } }
}

@Suite struct ProjectionValidationTests {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()
    let notices = Notices()

    private func runner(_ projection: CountingProjection = .init(), on models: (any ReadModelStore)? = nil)
        -> ProjectionRunner
    {
        ProjectionRunner(
            projection: projection, store: store, models: models ?? self.models,
            notice: { [notices] in notices.add($0) })
    }

    /// Writes a model that has counted seven, with a given checkpoint.
    private func plant(_ checkpoint: Checkpoint, schemaVersion: Int = 1) throws {
        try models.write("counts") { writer in
            try writer.setValue(CountingProjection.bytes(7), for: [UInt8]("planted".utf8), in: 0)
            try writer.setState(ReadModelState(schemaVersion: schemaVersion, checkpoint: checkpoint))
        }
    }

    private func requireDiscarded(_ reason: ProjectionNotice.Reason, at position: Position?) async throws {
        #expect(try await runner().catchUp() == 3)
        #expect(try models.counts() == ["a-1": 3])
        #expect(notices.all == [ProjectionNotice(projection: "counts", reason: reason, position: position)])
        try await runner().catchUp()
        #expect(notices.all.count == 1)
    }

    @Test func `a fitting model is kept, without a notice`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 2))
        try await runner().catchUp()
        #expect(try models.counts() == ["a-1": 1, "planted": 7])
        #expect(notices.all.isEmpty)
    }

    @Test func `a model of an older schema version is replaced, with a notice`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 3), schemaVersion: 0)
        try await requireDiscarded(.newSchema(found: 0, expected: 1), at: 3)
        #expect(notices.all.first?.description.contains("rebuilt beside the live one") == true)
    }

    @Test func `a model of a newer schema version is left to the program that built it`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 2), schemaVersion: 4)
        let error = await #expect(throws: EventStoreError.self) { try await runner().catchUp() }
        #expect(error?.code == .newerReadModel)
        for part in ["\"counts\"", "schema version 4", "has 1:"] { #expect(error?.message.contains(part) == true) }
        #expect(try models.counts() == ["planted": 7])
        #expect(try models.state()?.checkpoint.position == 2)
        #expect(notices.all.isEmpty)
    }

    @Test func `a model that does not fit the log is discarded, whatever its schema version`() async throws {
        try await store.happen(3)
        try plant(Checkpoint(storeID: store.id, position: 9, fingerprint: 1), schemaVersion: 4)
        try await requireDiscarded(.aheadOfLog(head: 3), at: 9)
    }

    @Test func `a shadow that does not fit is discarded, and the live model is kept`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 2))
        let stranger = Checkpoint(storeID: store.id, position: 9, fingerprint: 1)
        try models.write("counts") {
            try $0.writableShadow().setState(ReadModelState(schemaVersion: 1, checkpoint: stranger))
        }
        #expect(try await runner().catchUp() == 3)
        #expect(try models.counts() == ["a-1": 1, "planted": 7])
        #expect(try models.read("counts") { try $0.shadow().generation() } == nil)
        #expect(
            notices.all == [
                ProjectionNotice(projection: "counts", reason: .aheadOfLog(head: 3), position: 9, isShadow: true)
            ])
    }

    @Test func `a model of another store's log is discarded`() async throws {
        let other = InMemoryEventStore()
        for store in [store, other] { try await store.happen(3) }
        try plant(try await other.checkpoint(at: 2))
        try await requireDiscarded(.otherStore(other.id), at: 2)
    }

    @Test func `a model that is ahead of the log is discarded`() async throws {
        try await store.happen(3)
        try plant(Checkpoint(storeID: store.id, position: 9, fingerprint: 1))
        try await requireDiscarded(.aheadOfLog(head: 3), at: 9)
    }

    @Test func `a model of another history of the same log is discarded`() async throws {
        try await store.happen(3)
        let checkpoint = try await store.checkpoint(at: 3)
        try plant(Checkpoint(storeID: store.id, position: 3, fingerprint: checkpoint.fingerprint ^ 1))
        try await requireDiscarded(.otherHistory, at: 3)
    }

    /// A runner on a log that claims to be durable.
    private func durableRunner() -> ProjectionRunner {
        ProjectionRunner(
            projection: CountingProjection(), store: InterruptedStore(base: store, interrupt: { _ in }), models: models,
            notice: { [notices] in notices.add($0) })
    }

    @Test(arguments: [(9, 0), (3, 1)] as [(Position, UInt64)])
    func `a model ahead of a durable log is kept, and refused with both positions`(
        position: Position, difference: UInt64
    ) async throws {
        try await store.happen(3)
        let fingerprint = try await store.checkpoint(at: 3).fingerprint ^ difference
        try plant(Checkpoint(storeID: store.id, position: position, fingerprint: fingerprint))
        for call in [
            { _ = try await durableRunner().catchUp() }, { try await durableRunner().wait(atLeast: 1) },
            { _ = try await durableRunner().rebuild() }, { _ = try await durableRunner().bringUpToDate() },
        ] {
            let error = await #expect(throws: EventStoreError.self) { try await call() }
            #expect(error?.code == .eventsLost)
            #expect(error?.position == position)
            #expect(error?.message.contains("position \(position)") == true)
            if position > 3 { #expect(error?.message.contains("ends at position 3") == true) }
        }
        #expect(try models.counts() == ["planted": 7])
        #expect(notices.all.isEmpty)
    }

    @Test func `a shadow ahead of a durable log is kept as well`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 2))
        let ahead = Checkpoint(storeID: store.id, position: 9, fingerprint: 1)
        try models.write("counts") {
            try $0.writableShadow().setState(ReadModelState(schemaVersion: 1, checkpoint: ahead))
        }
        let error = await #expect(throws: EventStoreError.self) { try await durableRunner().catchUp() }
        #expect(error?.code == .eventsLost)
        #expect(try models.read("counts") { try $0.shadow().state()?.checkpoint } == ahead)
    }

    @Test func `after a confirmed restore, a model that is ahead is discarded and rebuilt`() async throws {
        try await store.happen(3)
        try plant(Checkpoint(storeID: store.id, position: 9, fingerprint: 1))
        #expect(try await durableRunner().confirmRestored())
        #expect(notices.all.map(\.reason) == [.aheadOfLog(head: 3)])
        #expect(try await durableRunner().catchUp() == 3)
        #expect(try models.counts() == ["a-1": 3])
        #expect(try await !durableRunner().confirmRestored())
    }

    @Test func `a model of another durable store's log is discarded`() async throws {
        try await store.happen(3)
        try plant(Checkpoint(storeID: InMemoryEventStore().id, position: 9, fingerprint: 1))
        #expect(try await durableRunner().catchUp() == 3)
    }

    @Test func `a model with a damaged checkpoint is discarded`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 2))
        let damaged = DamagedStateStore(base: models)
        #expect(try await runner(on: damaged).catchUp() == 3)
        #expect(try models.counts() == ["a-1": 3])
        #expect(notices.all == [ProjectionNotice(projection: "counts", reason: .damaged, position: nil)])
    }

    @Test func `a model that does not fit is discarded even if it has reached the requested position`() async throws {
        try await store.happen(3)
        try plant(try await store.checkpoint(at: 3), schemaVersion: 0)
        #expect(try await runner().catchUp(atLeast: 1) == 3)
        #expect(try models.counts() == ["a-1": 3])
    }

    @Test func `a notice gives model, position and reason`() {
        let notice = ProjectionNotice(projection: "items", reason: .aheadOfLog(head: 3), position: 9)
        for part in ["items", "position 9", "head is 3", "rebuilt"] {
            #expect(notice.description.contains(part))
        }
    }
}

/// A store in which the state of a model is unreadable until the model is removed.
private final class DamagedStateStore: ReadModelStore {
    private let base: InMemoryReadModelStore

    init(base: InMemoryReadModelStore) { self.base = base }

    var projections: ProjectionRegistry { base.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try base.read(model) { try body(DamagedReader(base: $0)) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try base.write(model) { try body(DamagedWriter(base: $0)) }
    }

    func names() throws -> [String] { try base.names() }

    func close() { base.close() }

    private static let planted = [UInt8]("planted".utf8)

    private struct DamagedReader: ReadModelReader {
        let base: any ReadModelReader

        func state() throws -> ReadModelState? { try whole(base) }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(
            in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
        ) throws {
            try base.forEachRow(in: table, within: range, body)
        }
    }

    private struct DamagedWriter: ReadModelWriter {
        let base: any ReadModelWriter

        func state() throws -> ReadModelState? { try whole(base) }
        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { try base.value(for: key, in: table) }
        func forEachRow(
            in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
        ) throws {
            try base.forEachRow(in: table, within: range, body)
        }
        func setState(_ state: ReadModelState) throws { try base.setState(state) }
        func setValue(_ value: [UInt8], for key: [UInt8], in table: UInt8) throws {
            try base.setValue(value, for: key, in: table)
        }
        func removeValue(for key: [UInt8], in table: UInt8) throws { try base.removeValue(for: key, in: table) }
        func removeAll() throws { try base.removeAll() }
        func generation() throws -> UInt64? { try base.generation() }
        func shadow() throws -> any ReadModelReader { try base.shadow() }
        func writableShadow() throws -> any ReadModelWriter { try base.writableShadow() }
        func replaceByShadow() throws { try base.replaceByShadow() }
    }

    private static func whole(_ base: any ReadModelReader) throws -> ReadModelState? {
        if try base.value(for: planted, in: 0) != nil { throw EventStoreError(.damaged, "the state is damaged") }
        return try base.state()
    }
}
