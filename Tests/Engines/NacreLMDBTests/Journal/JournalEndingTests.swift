import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Ending the use of a journal while the store is open.
@Suite(.fewAtOnce) struct JournalEndingTests {
    private var log: JournaledLog

    init() throws {
        log = try JournaledLog()
    }

    private func control() throws -> JournalControl {
        try #require(try JournalFile.open(log.path, of: log.header.id, for: .reading)).control
    }

    /// Expects that the mark does not become empty, and that the journal stays as it is.
    private mutating func expectFailure(
        _ word: String, of writer: consuming JournalWriter, through end: Block.End,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let nonce = writer.control.nonce
        let bytes = try log.folder.bytes("journal")
        do {
            try writer.end(in: log.log, through: end)
            Issue.record("the use ended", sourceLocation: sourceLocation)
        } catch let error as EventStoreError {
            #expect(error.code == .inputOutput && error.message.contains(word), sourceLocation: sourceLocation)
        }
        #expect(try log.state().mark == .inUse(nonce: nonce), sourceLocation: sourceLocation)
        #expect(try log.folder.bytes("journal") == bytes, sourceLocation: sourceLocation)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged, sourceLocation: sourceLocation)
    }

    @Test mutating func `the mark becomes empty, and walking begins behind all frames`() throws {
        var writer = try log.opened()
        try log.write([600, 5_000], with: &writer)
        try log.drain(1, with: &writer)
        try log.appendDirectly([log.source.block(byteCount: 9_000)], with: &writer)
        let (head, used) = (writer.ring.head, writer.control)
        try log.end(writer)
        #expect(try log.state().mark == .empty)
        #expect(try log.contents().header == log.header.encoded)
        let control = try control()
        #expect(control.nonce == used.nonce)
        #expect(control.start == head)
        #expect(control.number == used.number + 2)
        #expect(control.before == log.source.end)
        #expect(try !log.isInUse())
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `a use without frames ends, too`() throws {
        let writer = try log.opened()
        let used = writer.control
        try log.end(writer)
        #expect(try log.state().mark == .empty)
        #expect(try control().number == used.number)
        _ = try log.opened()
    }

    @Test mutating func `frames that are not drained keep the journal in use`() throws {
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.drain(1, with: &writer)
        try expectFailure("1 groups of the journal", of: writer, through: log.source.end)
    }

    @Test mutating func `a log that ends elsewhere keeps the journal in use`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        try log.drain(1, with: &writer)
        let end = log.source.end
        try log.appendElsewhere([log.source.block(byteCount: 600)])
        try expectFailure("was written by another program", of: writer, through: end)
    }

    @Test mutating func `another mark is not replaced`() throws {
        let writer = try log.opened()
        try log.put(.inUse(nonce: 5))
        do {
            try writer.end(in: log.log, through: log.source.end)
            Issue.record("the use ended")
        } catch let error as EventStoreError {
            #expect(error.code == .inputOutput)
        }
        #expect(try log.state().mark == .inUse(nonce: 5))
    }

    @Test mutating func `a death after the commit, before the control page is written, loses nothing`() throws {
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.drain(2, with: &writer)
        let before = try log.folder.bytes("journal")
        try log.end(writer)
        try log.changeJournal { $0 = before }
        #expect(try !log.isInUse())
        try log.appendElsewhere([log.source.block(byteCount: 600)])
        #expect(try !log.isInUse())
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    // MARK: One commit for the last frames and the mark

    @Test mutating func `the last frames and the mark are one commit`() throws {
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        let last = try log.lastTransaction()
        try log.log.write { [log] (transaction: consuming WriteTransaction) in
            try log.put(log.groups.flatMap(\.blocks), in: transaction)
            try writer.markEmpty(in: transaction, through: log.source.end)
            try transaction.commit()
        }
        writer.drain(through: log.groups[1].number)
        try writer.finish(at: log.source.end)
        #expect(try log.lastTransaction() == last + 1)
        #expect(try log.state().mark == .empty)
        #expect(try control().before == log.source.end)
        #expect(try log.contents().blocks == log.acknowledged)
        #expect(try !log.isInUse())
    }

    @Test mutating func `a group that goes to the log directly and the mark are one commit`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let direct = log.source.block(byteCount: 9_000)
        try log.log.write { [log] (transaction: consuming WriteTransaction) in
            try log.put(log.groups.flatMap(\.blocks) + [direct], in: transaction)
            try writer.markEmpty(in: transaction, through: log.source.end)
            try transaction.commit()
        }
        writer.drain(through: log.groups[0].number)
        try writer.finish(at: log.source.end)
        #expect(try control().before == log.source.end)
        #expect(try log.contents().blocks == log.acknowledged + [direct])
        #expect(try !log.isInUse())
    }

    @Test mutating func `a commit that lacks frames does not make the mark empty`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let first = log.source.end
        try log.write([700], with: &writer)
        let other = Block.End(position: log.source.end.position, checksum: 1)
        for end in [first, other] {
            #expect {
                try log.log.write { (transaction: consuming WriteTransaction) in
                    try writer.markEmpty(in: transaction, through: end)
                    try transaction.commit()
                }
            } throws: {
                ($0 as? EventStoreError)?.code == .inputOutput
                    && "\($0)".contains("has other events, up to position 2")
            }
        }
        #expect(try log.state().mark == .inUse(nonce: writer.control.nonce))
        let bytes = try log.folder.bytes("journal")
        do {
            try writer.finish(at: log.source.end)
            Issue.record("the use ended")
        } catch {
            #expect(error.code == .inputOutput)
        }
        #expect(try log.folder.bytes("journal") == bytes)
    }

    // MARK: After a failed write

    @Test(arguments: [true, false])
    mutating func `after a failed write of the journal the mark does not become empty`(ofFrame: Bool) throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        // Every write to a file that is open for reading fails.
        let journal = try #require(try JournalFile.open(log.path, of: log.header.id, for: .reading))
        var failing = JournalWriter(journal, writer.control, of: log.header)
        if ofFrame {
            var frame = FrameBuffer(log.groups[0].blocks)
            #expect(throws: EventStoreError.self) { try failing.write(&frame) }
        } else {
            failing.skip(to: log.source.end)
            #expect(throws: EventStoreError.self) { try failing.writeControl() }
        }
        try log.drain(1, with: &writer)
        failing.skip(to: log.source.end)
        #expect {
            try log.log.write { (transaction: consuming WriteTransaction) in
                try failing.markEmpty(in: transaction, through: log.source.end)
                try transaction.commit()
            }
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("cannot be written")
        }
        try expectFailure("cannot be written", of: failing, through: log.source.end)
    }
}
