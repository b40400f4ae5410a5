import Foundation
import LMDB
import Nacre
import TestFolders
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct OpeningRefusalTests {
    /// Expects opening to be refused with a code and the path, and the folder to be unchanged.
    private func expectRefusal(
        _ code: EventStoreError.Code, of path: String, naming named: String? = nil, in folder: TemporaryFolder,
        createsStore: Bool = true, _ comment: Comment? = nil
    ) async throws {
        let before = try folder.contents()
        await #expect(comment) {
            try await LMDBEventStore.open(at: path, options: .small(createsStore: createsStore))
        } throws: { error in
            guard let error = error as? EventStoreError else { return false }
            return error.code == code && error.message.contains(named ?? path)
        }
        #expect(try folder.contents() == before)
    }

    /// A closed store with a few events.
    private func storeWithEvents(in folder: TemporaryFolder) async throws {
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        for number in 0..<40 {
            try await store.append(
                [EventData(type: "T", data: [UInt8](repeating: UInt8(number), count: 3_000))], to: "s-1")
        }
        await store.close()
    }

    private func write(_ data: Data, to path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test func `a path that is a file is refused`() async throws {
        let folder = try TemporaryFolder()
        try write(Data("something".utf8), to: folder.store)
        try await expectRefusal(.cannotCreate, of: folder.store, in: folder)
        try await expectRefusal(.cannotCreate, of: folder.store + "/inside", in: folder)
    }

    @Test func `a path whose parent folder is missing is refused`() async throws {
        let folder = try TemporaryFolder()
        try await expectRefusal(.cannotCreate, of: folder.path + "/no/store", in: folder)
        try await expectRefusal(.noSuchStore, of: folder.path + "/no/store", in: folder, createsStore: false)
    }

    @Test func `a long path is named completely`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + String(repeating: "long-", count: 40)
        try await expectRefusal(.noSuchStore, of: path, in: folder, createsStore: false)
        try write(Data("something".utf8), to: path)
        try await expectRefusal(.cannotCreate, of: path, in: folder)
    }

    @Test func `a missing store is not created unless the options allow it`() async throws {
        let folder = try TemporaryFolder()
        try await expectRefusal(.noSuchStore, of: folder.store, in: folder, createsStore: false)
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
        try await expectRefusal(.noSuchStore, of: folder.store, in: folder, createsStore: false)
        try write(Data(), to: folder.store + "/log.mdb")
        try await expectRefusal(.noSuchStore, of: folder.store, in: folder, createsStore: false)
    }

    @Test func `a folder of other files is refused, with some of their names and the remedy`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.store + "/Sources", withIntermediateDirectories: true)
        for name in ["README.md", "Package.swift", ".gitignore", "Zebra.txt"] {
            try write(Data("something".utf8), to: folder.store + "/" + name)
        }
        try await expectRefusal(
            .cannotCreate, of: folder.store,
            naming:
                #"other files, but no store: "Package.swift", "README.md", "Sources" and 1 more; a store has a folder of its own"#,
            in: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.store + "/log.mdb-lock"))
        try await expectRefusal(.noSuchStore, of: folder.store, in: folder, createsStore: false)
    }

    @Test(arguments: [
        [], [".DS_Store"], ["lost+found"], [".gitkeep", ".hidden"], ["log.mdb-lock"],
        ["journal-lock", "journal.unfinished"],
    ])
    func `an empty folder, or one with hidden or lock files only, becomes a store`(names: [String])
        async throws
    {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
        for name in names { try write(Data(), to: folder.store + "/" + name) }
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await store.append([EventData(type: "T", data: [1])], to: "s-1")
        await store.close()
    }

    @Test func `a store opens although other files were added to its folder`() async throws {
        let folder = try TemporaryFolder()
        try await storeWithEvents(in: folder)
        try write(Data("something".utf8), to: folder.store + "/README.md")
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        #expect(try await store.head() == 40)
        await store.close()
    }

    @Test func `an empty log, as left by a killed creator, becomes a store`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
        try write(Data(), to: folder.store + "/log.mdb")
        let store = try await LMDBEventStore.open(at: folder.store, options: .small())
        try await store.append([EventData(type: "T", data: [1])], to: "s-1")
        await store.close()
        let reopened = try await LMDBEventStore.open(at: folder.store, options: .small(createsStore: false))
        #expect(reopened.id == store.id)
        #expect(try await reopened.head() == 1)
        await reopened.close()
    }

    @Test(arguments: [1, 10, 4_096, 100_000])
    func `a log of random bytes is refused`(count: Int) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
        var random = SeededGenerator(seed: 17)
        try write(
            Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }), to: folder.store + "/log.mdb")
        try await expectRefusal(.notAStore, of: folder.store, naming: "log.mdb", in: folder)
    }

    @Test(arguments: [Array("other".utf8), Array("12345678".utf8), [0, 0, 0, 0, 0, 0, 0, 0]])
    func `another program's LMDB database is refused`(key: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store, withIntermediateDirectories: false)
        let other = try Environment.open(at: folder.store + "/log.mdb", options: .init(mapSize: 1 << 20))
        try putOne(key, in: other)
        other.close()
        try await expectRefusal(.notAStore, of: folder.store, naming: "log.mdb", in: folder)
    }

    private func putOne(_ key: [UInt8], in environment: Environment) throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            try key.withUnsafeBytes { key in
                try Array("a value of theirs".utf8).withUnsafeBytes { try transaction.put(key, $0) }
            }
            try transaction.commit()
        }
    }

    @Test(arguments: [1, 100, 4_096, 8_191, 8_192, 20_000, 65_536])
    func `a truncated log is refused`(bytes: Int) async throws {
        let folder = try TemporaryFolder()
        try await storeWithEvents(in: folder)
        let log = URL(fileURLWithPath: folder.store + "/log.mdb")
        try Data(contentsOf: log).prefix(bytes).write(to: log)
        let before = try folder.contents()
        await #expect {
            try await LMDBEventStore.open(at: folder.store, options: .small())
        } throws: { error in
            guard let error = error as? EventStoreError else { return false }
            return [.damaged, .notAStore].contains(error.code) && error.message.contains("log.mdb")
        }
        #expect(try folder.contents() == before)
    }

    @Test func `a store of a newer format is refused and left unchanged`() async throws {
        let folder = try TemporaryFolder()
        try await storeWithEvents(in: folder)
        var header = try RawLog(store: folder.store).header()
        header[StoreHeader.Layout.formatOffset] = 3
        let end = StoreHeader.Layout.checksumOffset
        header.set(DocumentedBlock.xxh3(Array(header[..<end])), at: end)
        try RawLog(store: folder.store).put(header, at: 0)
        try await expectRefusal(.newerFormat, of: folder.store, naming: "log.mdb", in: folder)
        // A later format may make its header longer.
        try RawLog(store: folder.store).put(header + [1, 2, 3], at: 0)
        try await expectRefusal(.newerFormat, of: folder.store, naming: "log.mdb", in: folder)
    }

    @Test func `format 0 is damage, not an older format`() async throws {
        let folder = try TemporaryFolder()
        try await storeWithEvents(in: folder)
        var header = try RawLog(store: folder.store).header()
        header[StoreHeader.Layout.formatOffset] = 0
        let end = StoreHeader.Layout.checksumOffset
        header.set(DocumentedBlock.xxh3(Array(header[..<end])), at: end)
        try RawLog(store: folder.store).put(header, at: 0)
        try await expectRefusal(.damaged, of: folder.store, naming: "log.mdb", in: folder)
    }

    @Test func `the temporary folder of an index is removed with its files`() throws {
        let scratch = try ScratchFolder()
        for name in ["index.mdb", "index.mdb-lock"] { try write(Data([1]), to: scratch.path + "/" + name) }
        scratch.remove()
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
    }

    @Test(arguments: [6, 8, 15, 23, 24, 31, 32, 39])
    func `a store whose header is damaged is refused`(offset: Int) async throws {
        let folder = try TemporaryFolder()
        try await storeWithEvents(in: folder)
        let header = try RawLog(store: folder.store).header()
        try RawLog(store: folder.store).damage(header, at: offset)
        try await expectRefusal(.damaged, of: folder.store, naming: "log.mdb", in: folder)
    }

    @Test func `a log that is a folder is refused`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.store + "/log.mdb", withIntermediateDirectories: true)
        try await expectRefusal(.notAStore, of: folder.store, naming: "log.mdb", in: folder)
    }

    @Test(arguments: [LMDBError.Code.noSpace, .quotaExceeded])
    func `an exhausted quota counts as a full disk`(code: LMDBError.Code) {
        #expect(LMDBError(code: code, call: "open", message: "").isOfFullDisk)
        #expect(!LMDBError(code: .mapFull, call: "open", message: "").isOfFullDisk)
    }
}
