import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Deaths between and inside the steps of a recovery.
@Suite(.fewAtOnce) struct JournalRecoveryCrashTests {
    /// A log with six frames in the journal, two of which it has, and commits of one frame.
    private static func crashed() throws -> JournaledLog {
        var log = try JournaledLog()
        log.commitBytes = 1
        var writer = try log.opened()
        try log.write([600, 700, 5_000, 800, 900, 1_000], with: &writer)
        try log.drain(2, with: &writer)
        return log
    }

    /// Opens the journal after a crash, and checks the log before and after one more group.
    private func check(_ log: inout JournaledLog, _ comment: Comment) throws {
        var writer = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged, comment)
        try log.write([650], with: &writer)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged, comment)
    }

    @Test(arguments: 0...6)
    func `a death after any step is recovered`(steps: Int) throws {
        var log = try Self.crashed()
        // Four commits, the control page, and the beginning of the use.
        _ = try log.open(steps: steps)
        try check(&log, "after \(steps) steps")
    }

    @Test(arguments: 0...5, 0...5)
    func `a death in the recovery from a death is recovered`(first: Int, second: Int) throws {
        var log = try Self.crashed()
        _ = try log.open(steps: first)
        _ = try log.open(steps: second)
        try check(&log, "after \(first) and \(second) steps")
    }

    @Test(arguments: [0, 1, 512, 4_095, 4_096, 4_097, 4_608, 8_191, 8_192])
    func `a death while the control page is written at the end of a recovery is recovered`(count: Int) throws {
        var log = try Self.crashed()
        let before = try log.folder.bytes("journal")
        // Four commits and the control page.
        _ = try log.open(steps: 5)
        #expect(log.death == .afterEnd)
        let after = try log.folder.bytes("journal")
        #expect(before[..<4_096] != after[..<4_096])
        try log.changeJournal { $0 = Array(after[..<count] + before[count...]) }
        #expect(try !log.isInUse())
        try check(&log, "after \(count) bytes")
    }

    @Test(arguments: [0, 1, 512, 4_095, 4_096, 4_097, 4_608, 8_191, 8_192])
    func `a death while the control page is written at the beginning of the use is recovered`(count: Int) throws {
        var log = try Self.crashed()
        _ = try log.open(steps: 5)
        let copy = try log.folder.bytes("log.mdb")
        let before = try log.folder.bytes("journal")
        _ = try log.opened()
        let after = try log.folder.bytes("journal")
        #expect(before[..<4_096] != after[..<4_096])
        // The mark is set later.
        try log.restoreLog(copy)
        try log.changeJournal { $0 = Array(after[..<count] + before[count...]) }
        #expect(try !log.isInUse())
        try check(&log, "after \(count) bytes")
    }

    @Test func `frames of a recovery that died before its end are no evidence, though other programs append`() throws {
        var log = try Self.crashed()
        let before = try log.folder.bytes("journal")
        _ = try log.open(steps: 4)
        #expect(log.death == .beforeEnd)
        #expect(try log.folder.bytes("journal") == before)
        #expect(try !log.isInUse())
        try log.appendElsewhere([log.source.block(byteCount: 600)])
        #expect(try !log.isInUse())
        try check(&log, "after the commits")
    }
}
