import Foundation
import ItemsDomain
import Nacre
import NacreLMDB
import NacreRuntime
import Synchronization
import TestTraits
import Testing

@testable import Shell

@Suite(.fewAtOnce)
struct ComparingTests {
    @Test
    func `every difference between a read model and the log is reported, and nothing is changed`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            try await application.fill()
            let before = try await Contents(of: application)
            try application.runtime.models.store.write("items") { writer in
                let first = try #require(try writer.value(for: .key(of: 1), in: 0))
                try writer.setValue(first.dropLast() + [UInt8(ascii: "!")], for: .key(of: 1), in: 0)
                try writer.setValue(first, for: .key(of: 999), in: 0)
            }
            let found = Mutex<[String]>([])
            try await application.runtime.compare(projection: "items") { difference in
                found.withLock { $0.append(difference.description) }
            }
            let lines = found.withLock { $0 }
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("different: item ") == true)
            #expect(lines.last?.hasPrefix("extra: item ") == true)
            try await application.runtime.compare(projection: "profiles") { Issue.record("\($0)") }
            #expect(try await Contents(of: application) != before)
            try await application.runtime.rebuild(projection: "items")
            #expect(try await Contents(of: application) == before)
        }
    }

    @Test
    func `a read model that lags is compared at its own position and stays there`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            try await application.fill()
            try await application.runtime.catchUp()
            let stood = try await application.store.head()
            try await application.store.append([EventData(type: "Noise", data: [])], to: "noise-1")
            let status = try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }
            #expect(status.position == stood)
            #expect(status.lag == 1)
            #expect(status.misfit == nil)
            #expect(try await application.runtime.projections().map(\.position) == [stood, stood])
        }
    }

    @Test
    func `an event after the model's position that would halt the projection is reported`()
        async throws
    {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            _ = try await application.items.create(name: "one")
            try await application.runtime.catchUp()
            try await application.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            let status = try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }
            #expect(status.position == 1)
            #expect(status.halt?.position == 2)
        }
    }

    @Test
    func `a model that has applied an event which halts its rebuild is an error that names the event`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { application in
            _ = try await application.items.create(name: "one")
            try await application.runtime.catchUp()
            try await application.store.append(
                [EventData(type: "ItemCreated", data: Array("[]".utf8))],
                to: "item-4a07d6c8-0f5e-4e0c-9b1a-2f7c1d3e5a6b")
            let checkpoint = try await application.store.checkpoint(at: 2)
            try application.runtime.models.store.write("items") { writer in
                let state = try #require(try writer.state())
                try writer.setState(
                    ReadModelState(
                        schemaVersion: state.schemaVersion, checkpoint: checkpoint, definition: state.definition))
            }
            let error = await #expect(throws: EventStoreError.self) {
                try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }
            }
            #expect(error?.code == .projectionHalted)
            #expect(error?.position == 2)
            #expect(error?.halted == nil)
            #expect(error?.message.contains("its rebuild halts before position 2") == true)
            let status = try #require(try await application.runtime.projections().first { $0.name == "items" })
            #expect(status.position == 2)
            #expect(status.halt == nil)
        }
    }

    private static let misfits: [(name: String, state: @Sendable (ReadModelState) -> ReadModelState)] = [
        ("another store", { $0.with(storeID: StoreID(EventID.random())) }),
        ("ahead of the log", { $0.with(position: 999) }),
        ("does not hold the events", { $0.with(fingerprint: 1) }),
        ("schema version 99", { ReadModelState(schemaVersion: 99, checkpoint: $0.checkpoint) }),
    ]

    @Test(arguments: misfits.indices)
    func `a read model that does not fit the log is reported and not changed`(index: Int) async throws {
        let (name, change) = Self.misfits[index]
        let store = try TemporaryStore()
        let notices = Notices()
        try await store.withApplication(notices) { application in
            try await application.fill()
            try await application.runtime.catchUp()
            let changed = try application.runtime.models.store.write("items") { writer in
                let state = change(try #require(try writer.state()))
                try writer.setState(state)
                return state
            }
            let status = try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }
            let misfit = try #require(status.misfit)
            #expect("\(misfit)".contains(name), "\(misfit)")
            #expect(status.position == 0)
            let (state, row) = try application.runtime.models.store.read("items") { reader in
                (try reader.state(), try reader.value(for: .key(of: 1), in: 0))
            }
            #expect(state == changed)
            #expect(row != nil)
            #expect(notices.all.isEmpty)
        }
    }

    @Test
    func `checking leaves an unusable file of read models unchanged`() async throws {
        let store = try TemporaryStore()
        try await store.withApplication { try await $0.fill() }
        let path = "\(store.path)/\(LMDBReadModelStore.fileName)"
        let garbage = Data("not what it was".utf8)
        try garbage.write(to: URL(fileURLWithPath: path))
        let application = try await store.open(for: .checking)
        #expect(try await application.runtime.projections().map(\.misfit) == [.damaged, .damaged])
        #expect(try await application.runtime.compare(projection: "items") { Issue.record("\($0)") }.misfit == .damaged)
        let error = await #expect(throws: EventStoreError.self) { try await application.runtime.catchUp() }
        #expect(error?.isReadModelDamage == true)
        await application.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
    }

    @Test
    func `a damaged row makes its read model a misfit`() async throws {
        let application = try Application.inMemory()
        try await application.fill()
        try await application.runtime.catchUp()
        let damaged = try Application(
            on: Storage(store: application.store, models: UnreadableRows(application.runtime.models.store)))
        let status = try await damaged.runtime.compare(projection: "items") { Issue.record("\($0)") }
        #expect(status.misfit == .damaged)
        await application.close()
    }
}

extension ReadModelState {
    /// The state with another checkpoint.
    fileprivate func with(
        storeID: StoreID? = nil, position: Position? = nil, fingerprint: UInt64? = nil
    ) -> ReadModelState {
        ReadModelState(
            schemaVersion: schemaVersion,
            checkpoint: Checkpoint(
                storeID: storeID ?? checkpoint.storeID, position: position ?? checkpoint.position,
                fingerprint: fingerprint ?? checkpoint.fingerprint))
    }
}

/// Read models whose rows fail their checksums.
private struct UnreadableRows: ReadModelStore {
    private let models: any ReadModelStore

    init(_ models: any ReadModelStore) {
        self.models = models
    }

    var projections: ProjectionRegistry { models.projections }

    func read<Result>(_ model: String, _ body: (any ReadModelReader) throws -> Result) throws -> Result {
        try models.read(model) { try body(Reader(reader: $0)) }
    }

    func write<Result>(_ model: String, _ body: (any ReadModelWriter) throws -> Result) throws -> Result {
        try models.write(model, body)
    }

    func names() throws -> [String] { try models.names() }

    func close() { models.close() }

    private struct Reader: ReadModelReader {
        let reader: any ReadModelReader

        func state() throws -> ReadModelState? { try reader.state() }

        func generation() throws -> UInt64? { try reader.generation() }

        func shadow() throws -> any ReadModelReader { try reader.shadow() }

        func value(for key: [UInt8], in table: UInt8) throws -> [UInt8]? { throw EventStoreError.damagedReadModel("x") }

        func forEachRow(
            in table: UInt8, within range: RowRange, _ body: ([UInt8], [UInt8]) throws -> Bool
        ) throws { throw EventStoreError.damagedReadModel("x") }
    }
}
