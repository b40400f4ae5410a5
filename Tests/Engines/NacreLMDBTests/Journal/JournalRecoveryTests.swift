import LMDB
import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// What a recovery leaves in the log, and what it accepts.
@Suite(.fewAtOnce) struct JournalRecoveryTests {
    private var log: JournaledLog

    init() throws {
        log = try JournaledLog()
    }

    @Test mutating func `recovery puts the frames into the log, byte for byte`() throws {
        var writer = try log.opened()
        let nonce = writer.control.nonce
        #expect(try log.state().mark == .inUse(nonce: nonce))
        for _ in 0..<3 {
            try log.write([log.source.block(byteCount: 5_000), log.source.block(byteCount: 700)], with: &writer)
        }
        writer = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
        #expect(log.acknowledged.count == 6)
        #expect(writer.control.nonce != nonce)
        #expect(try log.state().mark == .inUse(nonce: writer.control.nonce))
        #expect(writer.control.before == log.source.end)
        // The opening continues the log.
        try log.write([900], with: &writer)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
        #expect(log.acknowledged.count == 7)
    }

    @Test mutating func `frames that the log has already are skipped`() throws {
        for drained in 0...4 {
            var writer = try log.opened()
            try log.write([600, 5_000, 700, 800], with: &writer)
            try log.drain(drained, with: &writer)
            try log.restart()
            let recovery = try log.recovery()
            #expect(recovery.pending.count == 4 - drained)
            _ = try log.opened()
            #expect(try log.contents().blocks == log.acknowledged)
        }
    }

    @Test mutating func `groups that went to the log directly keep their places`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        try log.appendDirectly([log.source.block(byteCount: 9_000)], with: &writer)
        try log.write([600], with: &writer)
        _ = try log.open(steps: 0)
        writer = try log.opened()
        try log.write([600], with: &writer)
        try log.appendDirectly([log.source.block(byteCount: 9_000)], with: &writer)
        writer = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
        #expect(writer.control.before == log.source.end)
    }

    @Test mutating func `a torn last frame is dropped, and its space is used again`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let source = log.source
        let range = writer.ring.head..<(writer.ring.head + 2 * JournalLayout.pageBytes)
        try writer.write([log.source.block(byteCount: 5_000)])
        try log.changeJournal {
            $0.replaceSubrange(
                range.dropFirst(JournalLayout.pageBytes), with: repeatElement(0, count: JournalLayout.pageBytes))
        }
        log.source = source
        writer = try log.opened()
        // Past the number of the torn frame, though the nonce alone would tell them apart.
        #expect(writer.control.number == 3)
        #expect(try log.contents().blocks == log.acknowledged)
        try log.write([700], with: &writer)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `each commit takes whole frames, and the mark is empty only after the last one`() throws {
        var writer = try log.opened()
        for _ in 0..<5 {
            try log.write([log.source.block(byteCount: 600), log.source.block(byteCount: 600)], with: &writer)
        }
        log.commitBytes = 1_201
        try log.restart()
        var recovery = try log.recovery()
        var heads: [Position] = []
        var marks: [JournalMark] = []
        var remains = true
        while remains {
            remains = try recovery.drainNext()
            heads.append(try log.state().end.position)
            marks.append(try log.state().mark)
        }
        #expect(heads == [4, 8, 10])
        let inUse = JournalMark.inUse(nonce: writer.control.nonce)
        #expect(marks == [inUse, inUse, .empty])
    }

    @Test mutating func `a log that has all frames is committed once more, before their nonce is replaced`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        try log.drain(1, with: &writer)
        try log.restart()
        // The frame is in the log already, but the process that died may not have synced it.
        let last = try log.lastTransaction()
        var recovery = try log.recovery()
        #expect(recovery.pending.isEmpty)
        let remains = try recovery.drainNext()
        #expect(!remains)
        #expect(try log.lastTransaction() == last + 1)
        #expect(try log.state().mark == .empty)
    }

    @Test mutating func `recovery ends with an empty mark, and walking begins behind all frames`() throws {
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.appendDirectly([log.source.block(byteCount: 9_000)], with: &writer)
        let used = writer.control
        _ = try log.open(steps: 2)
        #expect(log.death == .afterEnd)
        #expect(try log.state().mark == .empty)
        let control = try #require(try JournalFile.open(log.path, of: log.header.id, for: .reading)).control
        #expect(control.nonce != used.nonce)
        #expect(control.before == log.source.end)
        #expect(control.number == used.number + 2)
        #expect(control.start == JournalLayout.ringOffset)
        #expect(control.writeCount == used.writeCount + 1)
    }

    @Test mutating func `a sparse copy of the journal is walked as it is, and filled before its next use`() throws {
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.makeSparse()
        #expect(try log.isSparse())
        _ = try log.open(steps: 0)
        #expect(try log.isSparse())
        _ = try log.opened()
        #expect(try !log.isSparse())
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `the map of the log grows as needed`() throws {
        log = try JournaledLog(pages: 64, mapSize: 64 << 10)
        var writer = try log.opened()
        for _ in 0..<10 { try log.write([20_000], with: &writer) }
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `a log that another program writes meanwhile is refused at the next step`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let control = writer.control
        try log.restart()
        var recovery = try log.recovery()
        let frame = try #require(recovery.pending.first)
        try log.append(frame.parts)
        expectChanged { _ = try recovery.drainNext() }
        // A new nonce before the frames are drained would lose them.
        recovery = try log.recovery()
        expectChanged(recovery)
        recovery = try log.recovery()
        _ = try recovery.drainNext()
        try log.append([log.source.block(byteCount: 600)])
        expectChanged(recovery)
        #expect(try JournalFile.open(log.path, of: log.header.id, for: .reading)?.control == control)
    }

    @Test mutating func `after a failed step nothing is written, though the log is as expected again`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let control = writer.control
        try log.restart()
        var recovery = try log.recovery()
        try log.put(.empty)
        expectChanged { _ = try recovery.drainNext() }
        try log.put(.inUse(nonce: control.nonce))
        let last = try log.lastTransaction()
        expectChanged { _ = try recovery.drainNext() }
        #expect(try log.lastTransaction() == last)
        expectChanged(recovery)
        #expect(try JournalFile.open(log.path, of: log.header.id, for: .reading)?.control == control)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `a recovery whose last step failed does not end, though the log looks as after it`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        try log.drain(1, with: &writer)
        let control = writer.control
        try log.restart()
        var recovery = try log.recovery()
        // As a commit does that was written, and whose sync failed.
        try log.put(.empty)
        expectChanged { _ = try recovery.drainNext() }
        expectChanged(recovery)
        #expect(try JournalFile.open(log.path, of: log.header.id, for: .reading)?.control == control)
    }

    /// Expects that a recovery does not end.
    private func expectChanged(_ recovery: consuming JournalRecovery) {
        do {
            try recovery.finish()
            Issue.record("the recovery ended")
        } catch {
            expectChanged { throw error }
        }
    }

    private func expectChanged(_ body: () throws -> Void) {
        #expect {
            try body()
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("was written by another program")
        }
    }
}
