import DomainKit
import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce)
struct ViewsDamageTests {
    private let folder: TemporaryFolder
    private let notices = Logged()

    init() throws {
        folder = try TemporaryFolder()
        let store = try folder.views()
        defer { store.close() }
        let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: 3, fingerprint: 4)
        try store.write("m") { writer in
            for row in UInt8(0)..<200 { try writer.setValue([row, row], for: [row], in: 0) }
            try writer.setState(ReadModelState(schemaVersion: 1, checkpoint: checkpoint))
        }
    }

    private func reopen() throws -> LMDBReadModelStore { try folder.views(logger: notices.logger) }

    /// Changes entries without the store, so that LMDB's own structure stays sound.
    private func change(_ body: (ViewsAccess) throws -> Void) throws {
        let store = try folder.views()
        defer { store.close() }
        try store.change { access in
            try body(access)
            return ((), isChanged: true)
        }
    }

    private func expectRebuilt(because reason: String) throws {
        let store = try reopen()
        defer { store.close() }
        #expect(try store.count(of: "m") == 0)
        #expect(try store.read("m") { try $0.state() } == nil)
        #expect(notices.all.count == 1)
        #expect(notices.all.first?.contains(reason) == true, "\(notices.all)")
        try store.write("m") { try $0.setValue([1], for: [1], in: 0) }
        #expect(try store.count(of: "m") == 1)
    }

    @Test
    func `a sound file is opened unchanged`() throws {
        let store = try reopen()
        defer { store.close() }
        #expect(try store.count(of: "m") == 200)
        #expect(try store.read("m") { try $0.state() }?.checkpoint.position == 3)
        #expect(notices.all.isEmpty)
    }

    @Test
    func `a row with a wrong checksum is not returned, and its model is discarded at opening`() throws {
        let key = ViewsFormat.prefix(of: 1, table: 0) + [7]
        let open = try folder.views()
        try change { access in
            try access.put(key, [UInt8](repeating: 0, count: 10))
        }
        let error = #expect(throws: EventStoreError.self) {
            try open.read("m") { try $0.value(for: [7], in: 0) }
        }
        #expect(error?.isReadModelDamage == true)
        #expect(throws: EventStoreError.self) { try open.count(of: "m") }
        #expect(try open.read("m") { try $0.value(for: [8], in: 0) } == [8, 8])
        open.close()
        try expectRebuilt(because: "the checksum of a row of 10 bytes")
    }

    @Test
    func `a row under another key is detected`() throws {
        try change { access in
            let found = try (ViewsFormat.prefix(of: 1, table: 0) + [7]).withUnsafeBytes { key in
                [UInt8](try #require(try access.get(key)))
            }
            try access.put(ViewsFormat.prefix(of: 1, table: 0) + [8], found)
        }
        try expectRebuilt(because: "the checksum of a row")
    }

    @Test
    func `a missing row is detected`() throws {
        try change { access in
            _ = try (ViewsFormat.prefix(of: 1, table: 0) + [7]).withUnsafeBytes { try access.delete($0) }
        }
        try expectRebuilt(because: "199 rows, but its record states 200")
    }

    @Test
    func `a damaged or missing row of a shadow is detected`() throws {
        for damages in [true, false] {
            let store = try folder.views()
            try store.write("m") { writer in
                try writer.writableShadow().setValue([1], for: [1], in: 0)
                try writer.setValue([0], for: [0], in: 0)
            }
            let shadow = try #require(try store.read("m") { try $0.shadow().generation() })
            let key = ViewsFormat.prefix(of: UInt32(shadow), table: 0) + [1]
            try store.change { access in
                if damages {
                    try access.put(key, [UInt8](repeating: 0, count: 10))
                } else {
                    _ = try key.withUnsafeBytes { try access.delete($0) }
                }
                return ((), isChanged: true)
            }
            store.close()
            let notices = Logged()
            let reopened = try folder.views(logger: notices.logger)
            #expect(notices.all.count == 1)
            reopened.close()
        }
    }

    @Test
    func `a record whose tables do not fill it exactly is damaged`() throws {
        let key = ViewsFormat.key(ofModel: "m")
        var record = ModelRecord(live: ModelTables(generation: 1))
        let checkpoint = Checkpoint(storeID: StoreID(EventID(high: 1, low: 2)), position: 3, fingerprint: 4)
        let halt = ProjectionHalt(
            position: 4, reason: "why", since: Instant(nanosecondsSince1970: 5, decimals: 9))
        record.shadow = ModelTables(generation: 2)
        record.shadow?.state = ReadModelState(schemaVersion: 1, checkpoint: checkpoint, halt: halt)
        let encoded = record.encoded(under: key)
        #expect(encoded.count == 80 + 83 + 8)
        for count in 0...encoded.count {
            var bytes = [UInt8](encoded.prefix(max(0, count - 8)))
            let checksum = bytes.withUnsafeBytes { bytes in
                key.withUnsafeBytes { ViewsFormat.checksum($0, bytes) }
            }
            withUnsafeBytes(of: checksum.littleEndian) { bytes += $0.suffix(count) }
            let found = bytes.withUnsafeBytes { bytes in
                key.withUnsafeBytes { ModelRecord(undamaged: bytes, under: $0) }
            }
            let wasWhole = count == encoded.count
            // Truncated after the live tables, it is the record of a model without a shadow.
            #expect(found == (wasWhole ? record : count == 88 ? ModelRecord(live: record.live) : nil), "\(count) bytes")
        }
    }

    @Test
    func `rows that belong to no model are removed without a notice`() throws {
        try change { try $0.put(ViewsFormat.prefix(of: 77, table: 0) + [7], [1]) }
        let store = try reopen()
        defer { store.close() }
        #expect(try store.environment.statistics().entries == 202)
        #expect(notices.all.isEmpty)
    }

    @Test
    func `a model with a damaged record is discarded at opening`() throws {
        try change { try $0.put(ViewsFormat.key(ofModel: "m"), [UInt8](repeating: 1, count: 64)) }
        try expectRebuilt(because: "the record of model \"m\"")
    }

    @Test
    func `a model whose record is damaged while the file is open is discarded like any other`() throws {
        let store = try folder.views()
        defer { store.close() }
        try change { try $0.put(ViewsFormat.key(ofModel: "m"), [UInt8](repeating: 1, count: 64)) }
        let error = #expect(throws: EventStoreError.self) { try store.read("m") { try $0.state() } }
        #expect(error?.isReadModelDamage == true)
        try store.write("m") { try $0.removeAll() }
        #expect(try store.read("m") { try $0.state() } == nil)
        #expect(try store.environment.statistics().entries == 2)
    }

    @Test
    func `a file of an unsupported older format is recreated`() throws {
        try change { try $0.put(ViewsFormat.headerKey, header(ofFormat: 1)) }
        try expectRebuilt(because: "it has format 1, but this program uses format 3")
    }

    @Test
    func `a file of a newer format is refused and left unchanged`() throws {
        try change { try $0.put(ViewsFormat.headerKey, header(ofFormat: 9)) }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.viewsPath))
        for open in [
            { try reopen() }, { try LMDBReadModelStore.openUnrepaired(at: folder.viewsPath, mapSize: 1 << 20) },
        ] {
            let error = #expect(throws: EventStoreError.self) { try open().close() }
            #expect(error?.code == .newerFormat)
            for part in ["format 9", "up to 3"] { #expect(error?.message.contains(part) == true) }
        }
        #expect(notices.all.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.viewsPath)) == before)
    }

    @Test
    func `a log opens beside read models of a newer format`() async throws {
        let temporary = try TemporaryFolder()
        let store = try await LMDBEventStore.open(at: temporary.store)
        try await store.append([EventData(type: "T", data: [])], to: "s-1")
        await store.close()
        try makeViews(ofFormat: 9, at: temporary.store + "/views.mdb")
        let reopened = try await LMDBEventStore.open(at: temporary.store)
        #expect(try await reopened.head() == 1)
        await reopened.close()
    }

    private func makeViews(ofFormat format: UInt8, at path: String) throws {
        let views = try Environment.open(at: path, options: .init(mapSize: 1 << 20, durability: .noMetaSync))
        defer { views.close() }
        try views.write { (transaction: consuming WriteTransaction) in
            try ViewsFormat.headerKey.withUnsafeBytes { key in
                try header(ofFormat: format).withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }

    /// A file's header with another format and a valid checksum.
    private func header(ofFormat format: UInt8) -> [UInt8] {
        var header = ViewsHeader().encoded()
        header[ViewsLayout.Header.formatOffset] = format
        return header.withUnsafeMutableBytes { bytes in
            let end = bytes.count - ViewsLayout.checksumBytes
            bytes.store(Checksum.of(UnsafeRawBufferPointer(bytes).part(from: 0, to: end)), at: end)
            return [UInt8](bytes)
        }
    }

    @Test
    func `foreign, invalid and truncated files are recreated`() throws {
        let path = folder.viewsPath
        for damage in 0..<4 {
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.removeItem(atPath: path + "-lock")
            switch damage {
            case 0: try Data("no database at all, but a text of some length".utf8).write(to: URL(fileURLWithPath: path))
            case 1: try Data([0]).write(to: URL(fileURLWithPath: path))
            case 2:
                let foreign = try Environment.open(at: path, options: .init(mapSize: 1 << 20))
                try foreign.putOne()
                foreign.close()
            default:
                let store = try folder.views()
                try store.write("m") { writer in
                    for row in UInt8(0)..<200 {
                        try writer.setValue([UInt8](repeating: row, count: 999), for: [row], in: 0)
                    }
                }
                store.close()
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try handle.truncate(atOffset: 20_000)
                try handle.close()
            }
            let notices = Logged()
            let store = try folder.views(logger: notices.logger)
            #expect(try store.count(of: "m") == 0)
            #expect(notices.all.count == 1, "damage \(damage)")
            store.close()
        }
    }
}

extension Environment {
    fileprivate func putOne() throws {
        try write { (transaction: consuming WriteTransaction) in
            try [UInt8]("key".utf8).withUnsafeBytes { try transaction.put($0, $0) }
            try transaction.commit()
        }
    }
}
