import Foundation
import TestFolders
import TestTraits
import Testing

@testable import LMDB

@Suite(.fewAtOnce) struct StatisticsTests {
    let folder: TemporaryFolder
    let environment: Environment

    init() throws {
        folder = try TemporaryFolder()
        environment = try folder.open()
    }

    @Test func `an empty file has two pages and no entries`() throws {
        let statistics = try environment.statistics()
        #expect(statistics.entries == 0)
        #expect(statistics.depth == 0)
        #expect(statistics.lastPage == 1)
        #expect(statistics.fileBytes == 2 * statistics.pageSize)
        #expect(statistics.usedBytes == statistics.fileBytes)
        #expect(statistics.pageSize == environment.pageSize)
        #expect(statistics.mapSize == environment.mapSize)
    }

    @Test func `entries and pages are counted`() throws {
        for key in ["a", "b"] { try environment.put(key, "1") }
        try environment.put("c", String(repeating: "v", count: 3 * environment.pageSize))
        let statistics = try environment.statistics()
        #expect(statistics.entries == 3)
        #expect(statistics.depth == 1)
        #expect(statistics.leafPages == 1)
        #expect(statistics.branchPages == 0)
        #expect(statistics.overflowPages == 4)
    }

    @Test func `unsynced commits can be synced`() throws {
        try environment.put("a", "1")
        try environment.sync()
        #expect(try environment.get("a") == "1")
    }

    @Test func `the library version is reported`() {
        #expect(Environment.libraryVersion.split(separator: ".").count == 3)
    }

    @Test(arguments: [(25, false), (26, true), (31, true), (32, false)])
    func `a warning names versions with the defect in the lock between processes`(patch: Int32, isWarned: Bool) {
        let version = LibraryVersion(major: 0, minor: 9, patch: patch)
        #expect((version.warning(onDarwin: false) != nil) == isWarned)
    }

    @Test(arguments: [(24, true), (35, true), (36, false)])
    func `a warning on macOS names versions that do not flush the drive's cache`(patch: Int32, isWarned: Bool) {
        let version = LibraryVersion(major: 0, minor: 9, patch: patch)
        #expect((version.warning(onDarwin: true) != nil) == isWarned)
    }

    @Test func `a warning names both defects of a version`() {
        let warning = LibraryVersion(major: 0, minor: 9, patch: 29).warning(onDarwin: true) ?? ""
        #expect(warning.contains("0.9.29") && warning.contains("several processes") && warning.contains("macOS"))
    }

    @Test func `an error states the call, the file, the cause and the remedy`() {
        let error = LMDBError(LMDBError.Code.inputOutput.rawValue, call: "mdb_txn_commit", path: "/data/log.mdb")
        #expect(error.debugDescription.hasPrefix("mdb_txn_commit: /data/log.mdb: "))
        #expect(error.debugDescription.hasSuffix("(code \(LMDBError.Code.inputOutput.rawValue))"))
        #expect(error.message.contains("check the disk"))
        #expect("\(error)" == error.message)
    }

    @Test func `the error of a full disk names the file and the remedy once`() {
        let full = LMDBError(LMDBError.Code.noSpace.rawValue, call: "mdb_txn_commit", path: "/data/log.mdb")
        #expect("\(full)" == "the disk is full: there is no room for /data/log.mdb: make room on the disk")
        let quota = LMDBError(
            LMDBError.Code.quotaExceeded.rawValue, call: "pwrite", path: "/data/log.mdb", figures: "4096 bytes")
        #expect(
            "\(quota)"
                == "the disk quota is exhausted: there is no room for /data/log.mdb (4096 bytes): make room within the quota"
        )
    }
}
