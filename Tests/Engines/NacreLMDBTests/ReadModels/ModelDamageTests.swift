import LMDB
import Nacre
import NacreTesting
import PeerMessages
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Only the damaged part of a file of read models is discarded: no other model, and no replacement
/// of the damaged one.
@Suite(.fewAtOnce) struct ModelDamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A state with a definition.
    private func state(_ position: Position) -> ReadModelState {
        ReadModelState(
            schemaVersion: 1,
            checkpoint: Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: position, fingerprint: 4),
            definition: ProjectionDefinition(query: .all, tables: [TableDefinition(0)]))
    }

    /// Three models, one of them with a shadow, and the generations of them all.
    private func fill() throws -> [String: UInt32] {
        let store = try folder.views()
        defer { store.close() }
        for model in ["a", "m", "z"] {
            try store.write(model) { writer in
                for row in UInt8(0)..<50 { try writer.setValue([row], for: [row], in: 0) }
                try writer.setState(state(3))
                guard model == "m" else { return }
                try writer.writableShadow().setValue([1], for: [1], in: 0)
                try writer.writableShadow().setState(state(1))
            }
        }
        return [
            "a": try store.generation(of: "a"), "m": try store.generation(of: "m"), "z": try store.generation(of: "z"),
            "shadow": try store.generation(of: "m", shadow: true),
        ]
    }

    private func damage(_ change: (ViewsAccess) throws -> Void) throws {
        let store = try folder.views()
        defer { store.close() }
        try store.change { access in
            try change(access)
            return ((), isChanged: true)
        }
    }

    @Test(arguments: ["a", "m", "z"])
    func `opening discards only the damaged model`(model: String) throws {
        let generations = try fill()
        let damaged = try #require(generations[model])
        try damage { try $0.put(ViewsFormat.prefix(of: damaged, table: 0) + [7], [1, 2, 3]) }
        let notices = Logged()
        let store = try folder.views(logger: notices.logger)
        defer { store.close() }
        for name in ["a", "m", "z"] {
            #expect(try store.count(of: name) == (name == model ? 0 : 50))
            #expect(try store.read(name) { try $0.state() } == (name == model ? nil : state(3)))
            if name != model { #expect(try store.generation(of: name) == generations[name]) }
        }
        #expect(try store.read("m") { try $0.shadow().state() } == state(1))
        #expect(notices.all.count == 1)
        for part in ["a read model is damaged", "\(model)", "the checksum of"] {
            #expect(notices.all.first?.contains(part) == true, "\(notices.all)")
        }
        // Only its rows are gone; the header and three records remain.
        #expect(try store.environment.statistics().entries == 4 + 101)
    }

    @Test func `opening discards only the damaged shadow`() throws {
        let generations = try fill()
        let shadow = try #require(generations["shadow"])
        try damage { access in
            _ = try (ViewsFormat.prefix(of: shadow, table: 0) + [1]).withUnsafeBytes { try access.delete($0) }
        }
        let notices = Logged()
        let store = try folder.views(logger: notices.logger)
        defer { store.close() }
        #expect(try store.count(of: "m") == 50)
        #expect(try store.generation(of: "m") == generations["m"])
        #expect(try store.read("m") { try $0.shadow().generation() } == nil)
        #expect(notices.all.count == 1)
    }

    @Test func `opening discards only a model with a damaged record, with its rows`() throws {
        _ = try fill()
        try damage { try $0.put(ViewsFormat.key(ofModel: "m"), [UInt8](repeating: 1, count: 64)) }
        let store = try folder.views()
        defer { store.close() }
        #expect(try ["a", "m", "z"].map { try store.count(of: $0) } == [50, 0, 50])
        #expect(try store.read("m") { try $0.state() } == nil)
        #expect(try store.environment.statistics().entries == 4 + 100)
    }

    @Test func `a replacement of a damaged model is not discarded`() throws {
        let generations = try fill()
        let store = try folder.views()
        defer { store.close() }
        let damage = ModelDamage(
            model: ViewsFormat.key(ofModel: "m"), generation: generations["m"], reason: "it is damaged")
        try store.write("m") { try $0.replaceByShadow() }
        #expect(try !store.discard(damage))
        #expect(try store.read("m") { try $0.state() } == state(1))
        let record = ModelDamage(model: ViewsFormat.key(ofModel: "m"), generation: nil, reason: "it is damaged")
        #expect(try !store.discard(record))
        #expect(try store.read("m") { try $0.state() } == state(1))
    }

    @Test func `a file opened without repair keeps its damage`() throws {
        let generations = try fill()
        let damaged = try #require(generations["m"])
        try damage { try $0.put(ViewsFormat.prefix(of: damaged, table: 0) + [7], [1, 2, 3]) }
        let error = #expect(throws: EventStoreError.self) {
            try LMDBReadModelStore.openUnrepaired(at: folder.viewsPath, mapSize: 1 << 20).close()
        }
        #expect(error?.isReadModelDamage == true)
        let notices = Logged()
        try folder.views(logger: notices.logger).close()
        #expect(notices.all.count == 1)
    }

    // MARK: Formats

    @Test func `a file of the previous format is read and upgraded by the next write`() throws {
        let before = ReadModelState(schemaVersion: 1, checkpoint: state(3).checkpoint)
        do {
            let store = try folder.views()
            defer { store.close() }
            try store.write("m") { writer in
                try writer.setValue([1], for: [1], in: 0)
                try writer.setState(before)
            }
        }
        try damage { access in
            var header = try #require(try access.header()).encoded()
            header[ViewsLayout.Header.formatOffset] = 2
            header.withUnsafeMutableBytes { bytes in
                let end = bytes.count - ViewsLayout.checksumBytes
                bytes.store(Checksum.of(UnsafeRawBufferPointer(bytes).part(from: 0, to: end)), at: end)
            }
            try access.put(ViewsFormat.headerKey, header)
        }
        let notices = Logged()
        let store = try folder.views(logger: notices.logger)
        defer { store.close() }
        #expect(try store.read("m") { try $0.state() } == before)
        #expect(try store.withAccess { try $0.header()?.format } == 2)
        try store.write("m") { try $0.setState(state(4)) }
        #expect(try store.withAccess { try $0.header()?.format } == 3)
        #expect(try store.read("m") { try $0.state() } == state(4))
        #expect(try store.count(of: "m") == 1)
        #expect(notices.all.isEmpty)
    }

    // MARK: Several processes

    @Test func `several processes rebuild a damaged model once and keep the others`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for number in 0..<300 {
            try await store.append([EventData(type: "T", data: [])], to: StreamName("s-\(number % 3)"))
        }
        let models = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        defer { models.close() }
        let runner = ProjectionRunner(projection: Counting(), store: store, models: models)
        try await runner.catchUp()
        try models.write("other") { try $0.setValue([1], for: [1], in: 0) }
        let damaged = try models.generation(of: "counts")
        let other = try models.generation(of: "other")
        try models.change { access in
            try access.put(ViewsFormat.prefix(of: damaged, table: 0) + [UInt8]("s-1".utf8), [1, 2, 3])
            return ((), isChanged: true)
        }
        try await store.append([EventData(type: "T", data: [])], to: "s-1")

        async let here = runner.catchUpRepairing()
        async let first = Peer(store: folder.store).run(.project(batch: 3), as: PeerAnswer.self)
        async let second = Peer(store: folder.store).run(.project(batch: 4), as: PeerAnswer.self)
        #expect(try await [here, first.result().lastPosition, second.result().lastPosition] == [301, 301, 301])

        #expect(try models.read("counts") { try Counting.counts($0) } == ["s-0": 100, "s-1": 101, "s-2": 100])
        #expect(try models.generation(of: "counts") == other + 1)
        #expect(try models.generation(of: "other") == other)
        // They all have the one file.
        let reopened = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        defer { reopened.close() }
        #expect(try reopened.read("counts") { try Counting.counts($0) }["s-1"] == 101)
        #expect(try reopened.count(of: "other") == 1)
        await store.close()
    }

    @Test func `an old program keeps the replacement that a newer program made of a damaged model`() async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .unsynced())
        for _ in 0..<30 { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
        let models = try await LMDBReadModelStore.open(at: folder.store + "/views.mdb", mapSize: 32 << 20)
        defer { models.close() }
        let old = ProjectionRunner(projection: Counting(), store: store, models: models)
        try await old.catchUp()
        try models.change { [generation = try models.generation(of: "counts")] access in
            try access.put(ViewsFormat.prefix(of: generation, table: 0) + [UInt8]("s-1".utf8), [1, 2, 3])
            return ((), isChanged: true)
        }
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        let damage = try #require(await #expect(throws: EventStoreError.self) { try await old.catchUp() })
        #expect(damage.isReadModelDamage)

        try await Peer(store: folder.store).kill(
            .announceProjecting(batch: 3, schemaVersion: 2, rebuilds: false), after: .max, pause: .zero)
        let newer = try models.read("counts") { try $0.state() }
        #expect(newer?.schemaVersion == 2)
        try await old.discard(because: damage)
        #expect(try models.read("counts") { try $0.state() } == newer)
        #expect(try models.read("counts") { try Counting.counts($0) } == ["s-1": 31])
        let error = await #expect(throws: EventStoreError.self) { try await old.catchUpRepairing() }
        #expect(error?.code == .newerReadModel)
        await store.close()
    }
}

extension LMDBReadModelStore {
    fileprivate func generation(of model: String, shadow: Bool = false) throws -> UInt32 {
        UInt32(try #require(try read(model) { try (shadow ? $0.shadow() : $0).generation() }))
    }
}
