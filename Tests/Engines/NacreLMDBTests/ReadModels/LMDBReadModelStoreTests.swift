import LMDB
import Logging
import Nacre
import NacreTesting
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce)
struct LMDBReadModelStoreTests {
    @Test(arguments: ReadModelConformance.rules)
    func `the store conforms to ReadModelStore`(rule: ReadModelRule) async throws {
        try await rule.check(try LMDBReadModelSubject())
    }

    @Test
    func `a file that outgrows its map continues in a larger one`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views(mapSize: 128 << 10)
        defer { store.close() }
        let value = [UInt8](repeating: 7, count: 1000)
        for batch in 0..<20 {
            try store.write("m") { writer in
                for row in 0..<50 { try writer.setValue(value, for: .key(of: UInt64(batch * 50 + row)), in: 0) }
            }
        }
        #expect(try store.count(of: "m") == 1000)
    }

    @Test
    func `a reader or writer throws after its body has ended`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        let reader = try store.read("m") { $0 }
        let writer = try store.write("m") { $0 }
        let error = #expect(throws: EventStoreError.self) { try reader.value(for: [1], in: 0) }
        #expect(error?.code == .invalidArgument)
        #expect(throws: EventStoreError.self) { try writer.setValue([], for: [1], in: 0) }
    }

    @Test
    func `a key that is too long is refused for writing and removing`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        let long = [UInt8](repeating: 1, count: ReadModelLimits.keyBytes + 1)
        try store.write("m") { writer in
            try writer.setValue([1], for: Array(long.dropLast()), in: 0)
            for change in [
                { try writer.setValue([], for: long, in: 0) }, { try writer.removeValue(for: long, in: 0) },
            ] {
                #expect(throws: EventStoreError.self) { try change() }
            }
        }
        #expect(try store.count(of: "m") == 1)
    }

    @Test
    func `a closed store throws closed`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        store.close()
        store.close()
        let error = #expect(throws: EventStoreError.self) { try store.read("m") { try $0.state() } }
        #expect(error?.code == .closed)
    }

    @Test
    func `a discarded model leaves no rows`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        let count = ViewsFormat.rowsRemovedPerStep * 2 + 10
        try store.write("m") { writer in
            for row in 0..<count { try writer.setValue([1], for: .key(of: UInt64(row)), in: 0) }
        }
        try store.write("m") { try $0.removeAll() }
        #expect(try store.count(of: "m") == 0)
        // Each write removes some, whether it changes anything or not.
        #expect(try store.environment.statistics().entries == ViewsFormat.rowsRemovedPerStep + 10 + 2)
        for _ in 0..<2 { try store.write("m") { _ in } }
        // The header and the record.
        #expect(try store.environment.statistics().entries == 2)
    }

    @Test
    func `replaced tables and removed shadows leave no rows`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        for replaces in [true, false] {
            try store.write("m") { writer in
                for row in UInt8(0)..<100 { try writer.setValue([row], for: [row], in: 0) }
                for row in UInt8(0)..<7 { try writer.writableShadow().setValue([row], for: [row], in: 0) }
            }
            try store.write("m") { try replaces ? $0.replaceByShadow() : $0.writableShadow().removeAll() }
            // The header and the record.
            #expect(try store.environment.statistics().entries == (replaces ? 7 : 100) + 2)
        }
        #expect(try store.count(of: "m") == 100)
    }

    @Test
    func `rows of a discarded model are removed at the next opening after a crash`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        try store.write("m") { writer in
            for row in UInt8(0)..<100 { try writer.setValue([row], for: [row], in: 0) }
        }
        try store.change { access in
            var header = try #require(try access.header())
            header.garbage.append(1)
            try access.put(header)
            try access.put(
                ViewsFormat.key(ofModel: "m"),
                ModelRecord(live: ModelTables(generation: header.takeGeneration()))
                    .encoded(under: ViewsFormat.key(ofModel: "m")))
            try access.put(header)
            return ((), isChanged: true)
        }
        store.close()
        let notices = Logged()
        let reopened = try folder.views(logger: notices.logger)
        defer { reopened.close() }
        #expect(try reopened.environment.statistics().entries == 2)
        #expect(notices.all.isEmpty)
    }

    @Test
    func `a body that changes nothing commits nothing`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        try store.write("m") { try $0.setValue([1], for: [1], in: 0) }
        let before = try store.environment.read { $0.id }
        try store.write("m") { try $0.removeValue(for: [2], in: 0) }
        #expect(try store.environment.read { $0.id } == before)
    }
}

/// A read-model store on disk, as a subject of the conformance suite.
final class LMDBReadModelSubject: ReadModelSubject {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    func store() async throws -> any ReadModelStore { try opened() }

    // The process has the file open once, so the first store need not be closed here.
    func reopened() async throws -> any ReadModelStore { try opened() }

    private func opened() throws -> any ReadModelStore { try folder.views() }
}

extension TemporaryFolder {
    var viewsPath: String { path + "/views.mdb" }

    /// Opens the read models of the folder, with a small map.
    func views(
        mapSize: Int = 32 << 20, logger: Logger = Logged().logger
    ) throws -> LMDBReadModelStore {
        try LMDBReadModelStore.open(at: viewsPath, mapSize: mapSize, logger: logger)
    }
}

extension LMDBReadModelStore {
    /// The number of rows in table 0 of a model.
    func count(of model: String) throws -> Int {
        try read(model) { reader in
            var count = 0
            try reader.forEachRow(in: 0, after: nil) { _, _ in
                count += 1
                return true
            }
            return count
        }
    }
}
