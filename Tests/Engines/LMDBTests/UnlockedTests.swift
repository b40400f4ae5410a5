import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

/// Files that are read without a slot in their lock file.
@Suite(.fewAtOnce) struct UnlockedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let environment = try folder.open()
        try environment.put("a", "1")
        environment.close()
    }

    /// Raises the transaction numbers of both meta pages, like commits of another process.
    private func writeAsAnother() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("data.mdb")))
        for page in 0..<2 as Range<UInt64> {
            try file.seek(toOffset: page * 4_096 + UInt64(PageLayout.Meta.transaction))
            let number = try #require(try file.read(upToCount: 8)).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            try file.seek(toOffset: page * 4_096 + UInt64(PageLayout.Meta.transaction))
            try file.write(contentsOf: withUnsafeBytes(of: number + 2) { Data($0) })
        }
        try file.close()
    }

    @Test func `reading unlocked creates no lock file`() throws {
        try FileManager.default.removeItem(atPath: folder.path("data.mdb-lock"))
        let environment = try folder.open(access: .readingUnlocked)
        #expect(try environment.entries() == ["a=1"])
        try environment.checkStructure()
        #expect(!FileManager.default.fileExists(atPath: folder.path("data.mdb-lock")))
    }

    @Test func `a file that is read unlocked cannot be written`() throws {
        let environment = try folder.open(access: .readingUnlocked)
        let error = #expect(throws: LMDBError.self) { try environment.put("b", "2") }
        #expect(error?.code == .permissionDenied)
    }

    @Test func `reading unlocked does not create a missing file`() throws {
        let error = #expect(throws: LMDBError.self) { try folder.open("other.mdb", access: .readingUnlocked) }
        #expect(error?.code == .noSuchFile)
        #expect(!FileManager.default.fileExists(atPath: folder.path("other.mdb")))
    }

    @Test func `an unlocked read fails if another process has written before or meanwhile`() throws {
        let environment = try folder.open(access: .readingUnlocked)
        let during = #expect(throws: LMDBError.self) {
            try environment.read { transaction in
                try writeAsAnother()
                return try transaction.get("a")
            }
        }
        #expect(during?.code == .inUse)
        let after = #expect(throws: LMDBError.self) { try environment.get("a") }
        #expect(after?.code == .inUse)
    }

    @Test func `a file that is read unlocked can be opened for writing after it is closed`() throws {
        let environment = try folder.open(access: .readingUnlocked)
        let error = #expect(throws: LMDBError.self) { try folder.open() }
        #expect(error?.code == .optionsMismatch)
        environment.close()
        let writer = try folder.open()
        // A file open for writing can also be read.
        #expect(try folder.open(access: .readingUnlocked).get("a") == "1")
        try writer.put("b", "2")
    }
}
