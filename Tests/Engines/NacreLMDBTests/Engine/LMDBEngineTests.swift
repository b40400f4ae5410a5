import Foundation
import Nacre
import NacreLMDB
import TestFolders
import Testing

/// What an engine opens in a folder, by its purpose.
@Suite struct LMDBEngineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func engine(_ logged: Logged = Logged()) -> LMDBEngine {
        .lmdb(at: folder.store, options: .small(logger: logged.logger))
    }

    private func fill() async throws {
        let storage = try await engine().open(for: .writing)
        try await storage.store.append([EventData(type: "T", data: [])], to: "s-1")
        try storage.models.write("m") { try $0.setValue([1], for: [1], in: 0) }
        await storage.close()
    }

    @Test func `only the purpose writing creates a store`() async throws {
        for purpose in [StoragePurpose.reading, .checking, .rebuilding] {
            let error = await #expect(throws: EventStoreError.self) { try await engine().open(for: purpose) }
            #expect(error?.code == .noSuchStore)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.store))
        await #expect(throws: EventStoreError.self) {
            try await LMDBEngine(at: folder.store, options: .small(createsStore: false)).open(for: .writing)
        }
        try await fill()
        let storage = try await engine().open(for: .reading)
        #expect(try await storage.store.head() == 1)
        #expect(try storage.models.read("m") { try $0.value(for: [1], in: 0) } == [1])
        await storage.close()
    }

    @Test func `damaged read models are replaced, but not by a check`() async throws {
        try await fill()
        let views = folder.store + "/views.mdb"
        let damaged = Data(repeating: 7, count: 16_384)
        try damaged.write(to: URL(filePath: views))
        let checked = try await engine().open(for: .checking)
        let error = #expect(throws: EventStoreError.self) { try checked.models.read("m") { try $0.state() } }
        #expect(error?.isReadModelDamage == true)
        #expect(throws: EventStoreError.self) { try checked.models.write("m") { try $0.removeAll() } }
        await checked.close()
        #expect(FileManager.default.contents(atPath: views) == damaged)

        let logged = Logged()
        let mended = try await engine(logged).open(for: .reading)
        #expect(try mended.models.read("m") { try $0.state() } == nil)
        #expect(logged.all.count == 1)
        await mended.close()
        #expect(FileManager.default.contents(atPath: views) != damaged)
    }

    @Test func `missing read models are reported, and not created by a check`() async throws {
        try await fill()
        let views = folder.store + "/views.mdb"
        try FileManager.default.removeItem(atPath: views)
        await (try await engine().open(for: .checking)).close()
        #expect(!FileManager.default.fileExists(atPath: views))
        let logged = Logged()
        let storage = try await engine(logged).open(for: .reading)
        #expect(try storage.models.names() == [])
        await storage.close()
        #expect(logged.all.first?.contains("is missing") == true, "\(logged.all)")
        #expect(FileManager.default.fileExists(atPath: views))
    }

    @Test func `a store that is opened for reading leaves its read models alone until they are used`() async throws {
        try await fill()
        let views = folder.store + "/views.mdb"
        let damaged = Data(repeating: 7, count: 16_384)
        try damaged.write(to: URL(filePath: views))
        let logged = Logged()
        let storage = try await engine(logged).open(for: .reading)
        #expect(try await storage.store.head() == 1)
        await storage.close()
        #expect(throws: EventStoreError.self) { try storage.models.names() }
        #expect(FileManager.default.contents(atPath: views) == damaged)
        #expect(logged.all == [])
    }

    @Test func `read models that could not be opened are opened by a later use`() async throws {
        try await fill()
        let views = folder.store + "/views.mdb"
        let sound = try #require(FileManager.default.contents(atPath: views))
        let storage = try await engine().open(for: .reading)
        try FileManager.default.removeItem(atPath: views)
        try FileManager.default.createDirectory(atPath: views, withIntermediateDirectories: false)
        #expect(throws: EventStoreError.self) { try storage.models.names() }
        try FileManager.default.removeItem(atPath: views)
        try sound.write(to: URL(filePath: views))
        #expect(try storage.models.names() == ["m"])
        await storage.close()
    }

    @Test func `scratch models are kept in an unlinked file that can grow`()
        async throws
    {
        let storage = try await LMDBEngine(at: folder.store, options: .small()).open(for: .writing)
        let row = [UInt8](repeating: 7, count: 30 << 20)
        let models = try await storage.withScratchModels { models in
            let path = try #require(models as? LMDBReadModelStore).path
            #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
            for key in UInt8(0)..<3 { try models.write("m") { try $0.setValue(row, for: [key], in: 0) } }
            for key in UInt8(0)..<3 { #expect(try models.read("m") { try $0.value(for: [key], in: 0) } == row) }
            return models
        }
        #expect(throws: EventStoreError.self) { try models.read("m") { try $0.state() } }
        await storage.close()
    }

    @Test func `scratch models are removed if their use fails`() async throws {
        let storage = try await engine().open(for: .writing)
        var models: (any ReadModelStore)?
        await #expect(throws: CancellationError.self) {
            try await storage.withScratchModels {
                models = $0
                throw CancellationError()
            }
        }
        #expect(throws: EventStoreError.self) { try models?.read("m") { try $0.state() } }
        await storage.close()
    }

    @Test func `confirming a restore of an in-memory store is refused`() async throws {
        let error = await #expect(throws: EventStoreError.self) { try await InMemoryEngine().confirmRestored() }
        #expect(error?.code == .invalidArgument)
        try await fill()
        #expect(try await engine().confirmRestored().discarded.isEmpty)
    }
}
