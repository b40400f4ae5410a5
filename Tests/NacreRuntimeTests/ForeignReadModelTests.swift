import DomainKit
import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTesting
import Testing

/// Which of a program's projections are used, and which read models belong to other programs.
@Suite final class ForeignReadModelTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-foreign-\(UUID().uuidString)")

    private func withRuntime(
        of projections: [any Projection] = [Spending()], for purpose: StoragePurpose = .writing,
        _ body: (Runtime) async throws -> Void
    ) async throws {
        let engine = LMDBEngine.lmdb(at: folder.path, options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20))
        let runtime = try await Runtime.open(engine, for: purpose) {
            for projection in projections { projection }
        }
        try await body(runtime)
        await runtime.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes rows into the read model of `Spending` that no event has caused.
    private func withModel(_ write: (any ReadModelWriter, Checkpoint) throws -> Void) async throws -> Bool {
        let storage = InMemoryEngine().storage
        try await storage.store.append([EventData(type: "Rang", data: [])], to: "bell-1")
        let checkpoint = try await storage.store.checkpoint(at: 0)
        try storage.models.write("spending") { try write($0, checkpoint) }
        return try await Runtime(on: storage) { Spending() }.isUsed(projection: "spending")
    }

    private func state(_ checkpoint: Checkpoint, haltedBefore position: Position? = nil) -> ReadModelState {
        ReadModelState(
            schemaVersion: Spending().schemaVersion, checkpoint: checkpoint,
            halt: position.map {
                ProjectionHalt(position: $0, reason: "it rang", since: Instant(nanosecondsSince1970: 0, decimals: 0))
            },
            definition: Spending().definition)
    }

    // MARK: Use

    @Test func `a projection is unused in an empty store, and beside another program's events`() async throws {
        try await withRuntime { runtime in
            #expect(try await !runtime.isUsed(projection: "spending"))
            try await runtime.store.append([EventData(type: "Rang", data: [])], to: "bell-1")
            try await runtime.catchUp()
            // The checkpoint shows that it has read the log, which is not use.
            #expect(try runtime.models.store.read("spending") { try $0.state()?.checkpoint.position } == 1)
            #expect(try await !runtime.isUsed(projection: "spending"))
        }
    }

    @Test func `a projection is used from its first matching event on, caught up or not`() async throws {
        try await withRuntime { runtime in
            try await runtime.store.append([EventData(type: "Rang", data: [])], to: "bell-1")
            try await runtime.store.place(1, by: "ada", 3)
            #expect(try await runtime.isUsed(projection: "spending"))
            try await runtime.catchUp()
            #expect(try await runtime.isUsed(projection: "spending"))
        }
    }

    @Test func `a projection is used if its read model has rows, even without matching events`() async throws {
        #expect(try await withModel { model, _ in try model.setValue([0], for: [1], in: 0) })
        // A table of another projection has none.
        #expect(try await !withModel { model, _ in try model.setValue([0], for: [1], in: 7) })
    }

    @Test func `a projection is used if its read model does not fit the log`() async throws {
        #expect(try await !withModel { model, checkpoint in try model.setState(state(checkpoint)) })
        #expect(
            try await withModel { model, checkpoint in
                let other = Checkpoint(
                    storeID: StoreID(EventID(high: 1, low: 2)), position: 0, fingerprint: checkpoint.fingerprint)
                try model.setState(state(other))
            })
    }

    @Test func `a halted projection is used`() async throws {
        #expect(
            try await withModel { model, checkpoint in try model.setState(state(checkpoint, haltedBefore: 1)) })
    }

    @Test func `a projection with a shadow beside its live model is used`() async throws {
        #expect(
            try await withModel { model, checkpoint in
                try model.setState(state(checkpoint))
                try model.writableShadow().setState(state(checkpoint))
            })
    }

    @Test func `a projection with damaged read models is used`() async throws {
        try await withRuntime { try await $0.catchUp() }
        try Data("not what it was".utf8).write(to: folder.appending(path: LMDBReadModelStore.fileName))
        try await withRuntime(for: .checking) { runtime in
            let misfits = try await runtime.projections().map(\.misfit)
            #expect(misfits == [.damaged])
            #expect(try await runtime.isUsed(projection: "spending"))
        }
    }

    @Test func `a projection with unreadable rows is used, and any other read failure is thrown`()
        async throws
    {
        let isUsed: (EventStoreError) async throws -> Bool = { error in
            let models = UnreadableRows(error: error)
            return try await Runtime(on: Storage(store: InMemoryEventStore(), models: models)) { Spending() }
                .isUsed(projection: "spending")
        }
        #expect(try await isUsed(.damagedReadModel("a row does not have its checksum")))
        let error = await #expect(throws: EventStoreError.self) { try await isUsed(.unreadable) }
        #expect(error?.code == .inputOutput)
    }

    @Test func `for an unknown projection, the error lists the known ones`() async throws {
        let runtime = try await Runtime.open(.inMemory) {
            Spending()
            Orders()
        }
        let error = await #expect(throws: EventStoreError.self) { try await runtime.isUsed(projection: "order") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message == #"there is no projection "order": this program has spending, orders"#)
        await runtime.close()
    }

    // MARK: Others' read models

    @Test func `foreign read models are listed by name, with position and halt`()
        async throws
    {
        try await withRuntime(of: [Spending(), Orders()]) { runtime in
            #expect(try await runtime.foreignReadModels().isEmpty)
            try await runtime.store.place(1, by: "ada", 3)
            try await runtime.store.place(2, by: "ada", -1)
            #expect(try await runtime.catchUp().map(\.code) == [.projectionHalted])
            #expect(try await runtime.foreignReadModels().isEmpty)
        }
        try await withRuntime(of: []) { runtime in
            let models = try await runtime.foreignReadModels()
            #expect(models.map(\.name) == ["orders", "spending"])
            #expect(models.map(\.state.checkpoint.position) == [1, 2])
            #expect(models.map(\.state.halt?.position) == [2, nil])
            #expect(models.map(\.state.schemaVersion) == [1, 1])
        }
        try await withRuntime { runtime in
            let names = try await runtime.foreignReadModels().map(\.name)
            #expect(names == ["orders"])
        }
    }

    @Test func `an emptied read model and snapshots are not listed as foreign read models`()
        async throws
    {
        let storage = InMemoryEngine().storage
        let checkpoint = try await storage.store.checkpoint(at: 0)
        for name in ["emptied", "snapshots-orders", "tills"] {
            try storage.models.write(name) { try $0.setState(state(checkpoint)) }
        }
        try storage.models.write("emptied") { try $0.removeAll() }
        let runtime = try Runtime(on: storage) { Spending() }
        #expect(try await runtime.foreignReadModels().map(\.name) == ["tills"])
        await runtime.close()
    }

    @Test func `foreign read models are not listed from a damaged file`() async throws {
        try await withRuntime { try await $0.catchUp() }
        try Data("not what it was".utf8).write(to: folder.appending(path: LMDBReadModelStore.fileName))
        try await withRuntime(for: .checking) { runtime in
            let error = await #expect(throws: EventStoreError.self) { try await runtime.foreignReadModels() }
            #expect(error?.isReadModelDamage == true)
        }
    }
}
