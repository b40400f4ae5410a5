import ArgumentParser
import Foundation
import GRDB
import LMDB
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct DiskFailureTests {
    @Test func `disk failures differ from store failures`() {
        #expect(DiskFailure.isOne(EventStoreError(.appendsStopped, "")))
        #expect(DiskFailure.isOne(EventStoreError(.diskFull, "")))
        #expect(DiskFailure.isOne(DatabaseError(resultCode: .SQLITE_FULL)))
        #expect(DiskFailure.isOne(DatabaseError(resultCode: .SQLITE_IOERR_WRITE)))
        #expect(DiskFailure.isOne(HarnessError(.inputOutput, "")))
        #expect(!DiskFailure.isOne(EventStoreError(.conflict, "")))
        #expect(!DiskFailure.isOne(EventStoreError(.damaged, "")))
        #expect(!DiskFailure.isOne(DatabaseError(resultCode: .SQLITE_CORRUPT)))
        #expect(!DiskFailure.isOne(HarnessError("")))
        #expect(!DiskFailure.isOne(CancellationError()))
        #expect(DiskFailure.isOne(PostgresError(sqlState: "53100", message: "")))
        #expect(!DiskFailure.isOne(PostgresError(sqlState: "40001", message: "")))
    }

    private static let causes: [(LMDBError.Code, Bool)] = [
        (.noSpace, true), (.quotaExceeded, true), (.inputOutput, true), (.readOnlyFileSystem, true),
        (.permissionDenied, true), (.init(rawValue: EFBIG), true), (.invalid, false), (.corrupted, false),
        (.mapFull, false), (.badTransaction, false), (.outOfMemory, false),
    ]

    @Test(arguments: causes)
    func `the cause of stopped appends decides between disk and store`(code: LMDBError.Code, isOfDisk: Bool) {
        let cause = LMDBError(code: code, call: "mdb_txn_commit", message: "")
        let index = EventStoreError(.inputOutput, "the index cannot be read or written", cause: cause)
        for cause in [cause, index] as [any Error] {
            let stopped = EventStoreError(.appendsStopped, "", outcome: .notWritten, cause: cause)
            #expect(DiskFailure.isOne(stopped) == isOfDisk)
            #expect(ExitCode(for: stopped) == ExitCode(isOfDisk ? 74 : 65))
        }
    }

    @Test func `an index that stops appends, or cannot be built, is the store's fault`() {
        struct UnusableIndex: Error {}
        let lasting = EventStoreError(.inputOutput, "it proves damaged again", cause: UnusableIndex())
        let refused = EventStoreError(.invalidArgument, "a batch has too many postings")
        for error in [
            lasting, EventStoreError(.appendsStopped, "", cause: lasting),
            EventStoreError(.appendsStopped, "", cause: refused),
        ] {
            #expect(!DiskFailure.isOne(error))
            #expect(ExitCode(for: error) == ExitCode(65))
        }
    }

    @Test func `only a disk failure has exit code 74`() {
        #expect(ExitCode(for: EventStoreError(.appendsStopped, "")) == ExitCode(74))
        #expect(ExitCode(for: EventStoreError(.diskFull, "")) == ExitCode(74))
        #expect(ExitCode(for: EventStoreError(.conflict, "")) == ExitCode(1))
        #expect(ExitCode(for: EventStoreError(.closed, "")) == ExitCode(1))
        #expect(ExitCode(for: EventStoreError(.damaged, "")) == ExitCode(65))
        #expect(ExitCode(for: EventStoreError(.cannotCreate, "")) == ExitCode(73))
        #expect(ExitCode(for: DatabaseError(resultCode: .SQLITE_FULL)) == ExitCode(74))
        #expect(ExitCode(for: DatabaseError(resultCode: .SQLITE_BUSY)) == ExitCode(1))
        #expect(ExitCode(for: DatabaseError(resultCode: .SQLITE_CORRUPT)) == ExitCode(65))
        #expect(ExitCode(for: PostgresError(sqlState: nil, message: "")) == ExitCode(69))
        #expect(ExitCode(for: PostgresError(sqlState: "23505", message: "")) == ExitCode(1))
        #expect(ExitCode(for: HarnessError(.cannotCreate, "")) == ExitCode(73))
        #expect(ExitCode(for: CancellationError()) == nil)
    }

    @Test func `a disk failure is recognized in a message with any prefix`() {
        let words = DiskFailure.words(HarnessError(.inputOutput, "no room"), during: "writer 3")
        #expect(words == "the disk failed: writer 3: no room")
        #expect(DiskFailure.isOne("slice 1: 8 times, first: " + words))
        #expect(DiskFailure.first(in: "slice 1: 8 times, first: " + words) == words)
        #expect(!DiskFailure.isOne(DiskFailure.words(HarnessError("no luck"), during: "writer 3")))
    }

    @Test func `the system's reason is found inside Foundation's error`() throws {
        let error = try #require(throws: (any Error).self) {
            try FileManager.default.createDirectory(atPath: "/nowhere/at/all", withIntermediateDirectories: false)
        }
        #expect(systemReason(error) == "No such file or directory")
        #expect(systemReason(HarnessError("something else")) == "something else")
    }
}
