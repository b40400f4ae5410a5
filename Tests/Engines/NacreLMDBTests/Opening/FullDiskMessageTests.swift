import Foundation
import LMDB
import Nacre
import Testing

@testable import NacreLMDB

/// The errors of a full disk: one sentence, whichever file is concerned.
@Suite struct FullDiskMessageTests {
    private let full = LMDBError(
        code: .noSpace, call: "mdb_txn_commit",
        message: "the disk is full: there is no room for /data/log.mdb: make room on the disk")

    @Test func `opening, reading and deriving report a full disk once, with its own code`() {
        let errors: [any Error] = [
            EventStoreError(opening: "/data/log.mdb", full), full.ofLog, full.ofViews, full.ofIndex,
        ]
        for error in errors {
            let error = error as? EventStoreError
            #expect(error?.code == .diskFull)
            #expect(error?.isOfFullDisk == true)
            #expect(error.map { "\($0)" } == full.message)
        }
    }

    @Test func `an append that stops the others reports a full disk once, with its outcome`() {
        let error = EventStoreError.appendsStopped(full, outcome: .notWritten)
        #expect(error.code == .appendsStopped)
        #expect(error.isOfFullDisk)
        #expect(
            "\(error)" == """
                the disk is full: there is no room for /data/log.mdb: make room on the disk; appends have stopped until the \
                store is reopened; nothing of this append is in the log
                """)
        // Any disk error of a nested call.
        let again = EventStoreError.appendsStopped(full.ofIndex, outcome: .unknown)
        #expect("\(again)".components(separatedBy: "the disk is full").count == 2)
    }

    @Test func `any other disk failure is reported once`() {
        let failed = LMDBError(code: .inputOutput, call: "pwrite", message: "/data/log.mdb: it fails: look to the disk")
        #expect(
            "\(EventStoreError(opening: "/data/log.mdb", failed))"
                == "\"/data/log.mdb\" cannot be opened: /data/log.mdb: it fails: look to the disk")
        #expect(failed.ofLog.code == .inputOutput)
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func `a folder that finds no disk space is reported as a full disk`(number: Int32) {
        let error = EventStoreError.fullDisk(number, for: "/data/store")
        #expect(error?.code == .diskFull)
        #expect(error?.message.contains("there is no room for \"/data/store\"") == true)
        #expect(EventStoreError.fullDisk(EACCES, for: "/data/store") == nil)
    }
}
