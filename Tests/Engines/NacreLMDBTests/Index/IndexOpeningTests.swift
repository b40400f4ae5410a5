import Foundation
import LMDB
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

@Suite("Opening the index", .fewAtOnce)
struct IndexOpeningTests {
    @Test("Commits are there after closing and reopening")
    func again() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 41, hashes: 5)
        var index = try folder.open()
        try index.extend(&oracle, by: 50, in: folder)
        index.close()
        index = try folder.open()
        defer { index.close() }
        try index.read { try oracle.check($0) }
        #expect(folder.notices.isEmpty)
    }

    @Test("Another store's index is recreated with a notice")
    func otherStore() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 42, hashes: 5)
        let first = try folder.open()
        try index(first, &oracle, folder)
        first.close()
        let other = StoreID(EventID(high: 1, low: 2))
        let index = try folder.open(store: other)
        defer { index.close() }
        #expect(try index.read { $0.checkpoint } == Checkpoint(storeID: other, position: 0, fingerprint: 0))
        #expect(folder.notices.count == 1)
        #expect(folder.notices[0].contains("it belongs to store \(folder.store), not to \(other)"))
    }

    private func index(_ index: IndexFile, _ oracle: inout IndexOracle, _ folder: IndexFolder) throws {
        try index.extend(&oracle, by: 50, in: folder)
    }

    @Test(
        "A file of an older or a newer format is recreated",
        arguments: [1, IndexFormat.version - 1, IndexFormat.version + 1])
    func otherFormat(format: UInt16) throws {
        let folder = try IndexFolder()
        try folder.open().close()
        try folder.withEnvironment { environment throws in
            var manifest = try environment.allEntries()[0].value
            let end = manifest.count - ManifestLayout.checksumBytes
            manifest[ManifestLayout.formatOffset] = UInt8(format)
            let checksum = manifest.prefix(end).withUnsafeBytes { Checksum.of($0) }
            manifest.withUnsafeMutableBytes { $0.store(checksum, at: end) }
            try environment.write { (transaction: consuming WriteTransaction) in
                try IndexManifest.key.withUnsafeBytes { key in
                    try manifest.withUnsafeBytes { try transaction.put(key, $0) }
                }
                try transaction.commit()
            }
        }
        try folder.open().close()
        #expect(folder.notices.count == 1)
        #expect(
            folder.notices[0].contains("it has format \(format), but this program uses format \(IndexFormat.version)"))
    }

    @Test("A file that is not LMDB's is recreated together with its lock file")
    func foreign() throws {
        let folder = try IndexFolder()
        for name in [folder.path, folder.path + "-lock"] {
            try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: name))
        }
        let index = try folder.open()
        defer { index.close() }
        #expect(folder.notices.count == 1)
        #expect(try index.read { $0.checkpoint.position } == 0)
    }

    @Test("Another program's LMDB file is recreated")
    func otherProgram() throws {
        let folder = try IndexFolder()
        try folder.withEnvironment { environment throws in
            try environment.write { (transaction: consuming WriteTransaction) in
                try Array("name".utf8).withUnsafeBytes { try transaction.put($0, $0) }
                try transaction.commit()
            }
        }
        try folder.open().close()
        #expect(folder.notices.count == 1)
        #expect(folder.notices[0].contains("it has no manifest"))
    }

    @Test("An empty file, as left by a crash, is filled")
    func emptyFile() throws {
        let folder = try IndexFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path))
        let index = try folder.open()
        defer { index.close() }
        #expect(try index.read { $0.checkpoint.position } == 0)
        #expect(folder.notices.isEmpty)
    }

    @Test("A removed file keeps serving its user, and the next opener starts a new one")
    func removed() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 43, hashes: 5)
        let old = try folder.open()
        defer { old.close() }
        try old.extend(&oracle, by: 50, in: folder)
        let other = try folder.open(store: StoreID(EventID(high: 1, low: 2)))
        defer { other.close() }
        try old.extend(&oracle, by: 50, in: folder)
        try old.read { try oracle.check($0) }
        #expect(try other.read { $0.checkpoint.position } == 0)
    }

    @Test("A file removed without its lock file keeps serving its user beside a new one")
    func removedWithoutLock() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 47, hashes: 5)
        let old = try folder.open()
        defer { old.close() }
        try old.extend(&oracle, by: 50, in: folder)
        try FileManager.default.removeItem(atPath: folder.path)
        var otherOracle = IndexOracle(seed: 48, hashes: 5)
        let other = try folder.open()
        defer { other.close() }
        // With an odd and an even number of commits, one would make the other file's user read its older meta page.
        for _ in 0..<2 {
            try other.extend(&otherOracle, by: 5, in: folder)
            try old.read { try oracle.check($0) }
            try old.extend(&oracle, by: 5, in: folder)
            try old.read { try oracle.check($0) }
            try other.read { try otherOracle.check($0) }
        }
    }

    @Test("A folder at the file's path is an error and is left unchanged")
    func folderInPlace() throws {
        let folder = try IndexFolder()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        #expect(throws: EventStoreError.self) { try folder.open() }
        #expect(FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("Without its folder the index cannot be opened, and the error names the folder")
    func noFolder() throws {
        let folder = try IndexFolder()
        let path = folder.folder + "/missing/index.mdb"
        let error = try #require(throws: EventStoreError.self) {
            try IndexFile.open(at: path, storeID: folder.store, mapSize: 1 << 20) { _ in }
        }
        #expect(error.message.contains(folder.folder + "/missing"))
    }

    @Test("A manifest damaged while the file is open is detected, and a reset repairs it")
    func manifestDamagedMeanwhile() throws {
        let folder = try IndexFolder()
        var oracle = IndexOracle(seed: 44, hashes: 5)
        let index = try folder.open()
        defer { index.close() }
        try index.extend(&oracle, by: 50, in: folder)
        try folder.withEnvironment { environment throws in
            try environment.write { (transaction: consuming WriteTransaction) in
                try IndexManifest.key.withUnsafeBytes { try transaction.put($0, $0) }
                try transaction.commit()
            }
        }
        #expect(throws: UnusableIndex.self) { try index.read { _ in } }
        #expect(throws: UnusableIndex.self) { try index.extend { _ in nil } }
        try index.reset()
        try index.read { try IndexOracle(seed: 44, hashes: 5).check($0) }
    }

    @Test("Threads that open a damaged file concurrently share one new file")
    func openersAtOnce() async throws {
        let folder = try IndexFolder()
        try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: folder.path))
        let indexes = try await withThrowingTaskGroup(of: IndexFile.self) { group in
            for _ in 0..<4 { group.addTask { try folder.open() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        defer { for index in indexes { index.close() } }
        #expect(folder.notices.count == 1)
        try Self.extendInTurns(indexes, folder)
    }

    private static func extendInTurns(_ indexes: [IndexFile], _ folder: IndexFolder) throws {
        for (turn, index) in indexes.enumerated() {
            let position = Position(turn + 1)
            _ = try index.extend { checkpoint in
                #expect(checkpoint.position == position - 1)
                return IndexBatch(
                    streams: [Posting(hash: 1, position: position)], ids: [], end: folder.checkpoint(position))
            }
        }
    }
}
