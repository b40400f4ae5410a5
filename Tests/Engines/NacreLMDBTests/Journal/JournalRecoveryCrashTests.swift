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
        // Four commits, a new nonce, and the mark.
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
    func `a death while the control page is written is recovered`(count: Int) throws {
        var log = try Self.crashed()
        _ = try log.open(steps: 4)
        let before = try log.folder.bytes("journal")
        _ = try log.open(steps: 2)
        let after = try log.folder.bytes("journal")
        #expect(before[..<4_096] != after[..<4_096])
        try log.changeJournal { $0 = Array(after[..<count] + before[count...]) }
        try check(&log, "after \(count) bytes")
    }
}
