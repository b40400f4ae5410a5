import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// A journal in use that does not belong to the log, and damaged frames: recovery refuses them and changes nothing.
@Suite(.fewAtOnce) struct JournalEvidenceTests {
    private var log: JournaledLog

    init() throws {
        log = try JournaledLog()
    }

    /// Expects that recovery is refused, and that log and journal stay as they are.
    private func expectRefusal(
        _ code: EventStoreError.Code, at position: Position?, _ words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try log.contents()
        let journal = try? log.folder.bytes("journal")
        #expect(sourceLocation: sourceLocation) {
            _ = try log.isInUse()
        } throws: {
            guard let error = $0 as? EventStoreError else { return false }
            return error.code == code && error.position == position && words.allSatisfy { error.message.contains($0) }
        }
        #expect(try log.contents() == before, sourceLocation: sourceLocation)
        #expect((try? log.folder.bytes("journal")) == journal, sourceLocation: sourceLocation)
    }

    // MARK: The journal

    @Test mutating func `a journal in use that is missing is refused`() throws {
        let writer = try log.opened()
        let nonce = writer.control.nonce
        try log.append([log.source.block(byteCount: 600)])
        try log.removeJournal()
        try expectRefusal(
            .eventsLost, at: 2, "log.mdb", "nonce \(nonce) is in use", "journal\" is missing", "after position 1",
            "restore the journal that belongs to the log")
    }

    @Test mutating func `a journal of an earlier opening is refused, and so is a new one`() throws {
        var writer = try log.opened()
        let nonce = writer.control.nonce
        let old = try log.folder.bytes("journal")
        writer = try log.opened()
        try log.write([600], with: &writer)
        try log.changeJournal { $0 = old }
        try expectRefusal(
            .eventsLost, at: 1, "nonce \(writer.control.nonce) is in use", "has nonce \(nonce)", "after position 0")
        try log.build()
        try expectRefusal(.eventsLost, at: 1, "nonce \(writer.control.nonce) is in use")
    }

    @Test mutating func `the holes of another journal than the one in use are not filled`() throws {
        _ = try log.opened()
        try log.build()
        try log.makeSparse()
        try expectRefusal(.eventsLost, at: 1, "has nonce")
        #expect(try log.isSparse())
    }

    @Test mutating func `a journal of another store is refused`() throws {
        let writer = try log.opened()
        try log.build(of: StoreID(EventID(high: 9, low: 9)))
        try expectRefusal(
            .eventsLost, at: 1, "nonce \(writer.control.nonce) is in use", "belongs to another store")
    }

    @Test mutating func `a journal whose control page is damaged is refused`() throws {
        _ = try log.opened()
        try log.changeJournal { for offset in [100, 4_196] { $0[offset] ^= 1 } }
        try expectRefusal(.damaged, at: nil, "both copies of its control page")
    }

    @Test mutating func `a bad frame before a later one is refused`() throws {
        var writer = try log.opened()
        try log.write([600, 700, 800], with: &writer)
        try log.changeJournal { $0[JournalLayout.ringOffset + 4_096 + 300] ^= 1 }
        try expectRefusal(.damaged, at: 2, "frame 2 does not match its checksum", "frame 3")
    }

    @Test mutating func `a whole frame that does not continue the log is refused, though it is the last`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        var other = BlockSource(after: Block.End(position: 1, checksum: 1))
        var frame = FrameBuffer([other.block(byteCount: 600)])
        let bytes = [UInt8](frame.seal(storeID: log.header.id, nonce: writer.control.nonce, number: 2))
        let head = writer.ring.head
        try log.changeJournal { $0.replaceSubrange(head..<(head + bytes.count), with: bytes) }
        try expectRefusal(.damaged, at: 2, "frame 2 does not refer to the block before it")
    }

    @Test mutating func `a journal that cannot be read is refused`() throws {
        _ = try log.opened()
        try log.removeJournal()
        try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: false)
        try expectRefusal(.inputOutput, at: nil, "journal\" cannot be opened")
    }

    @Test mutating func `a journal that ends early is refused`() throws {
        _ = try log.opened()
        try log.changeJournal { $0.removeLast(4_096) }
        try expectRefusal(.damaged, at: nil, "bytes instead of")
    }

    // MARK: The log

    @Test mutating func `an older log, whose journal was in use by an earlier opening, is refused`() throws {
        var writer = try log.opened()
        let copy = try log.folder.bytes("log.mdb")
        let nonce = writer.control.nonce
        try log.write([600], with: &writer)
        writer = try log.opened()
        try log.restoreLog(copy)
        try expectRefusal(
            .eventsLost, at: 1, "nonce \(nonce) is in use", "has nonce \(writer.control.nonce)", "after position 0")
    }

    @Test mutating func `an older log of the same opening is completed if the journal has all the rest`() throws {
        var writer = try log.opened()
        let copy = try log.folder.bytes("log.mdb")
        try log.write([600, 700, 800], with: &writer)
        try log.drain(2, with: &writer)
        try log.restoreLog(copy)
        _ = try log.opened()
        #expect(try log.contents().blocks == log.acknowledged)
    }

    @Test mutating func `an older log of the same opening is refused if the journal begins later`() throws {
        var writer = try log.opened()
        let copy = try log.folder.bytes("log.mdb")
        try log.write([600, 700, 800], with: &writer)
        try log.drain(2, with: &writer)
        try writer.advanceStart()
        try log.restoreLog(copy)
        try expectRefusal(
            .eventsLost, at: 1, "the log ends at position 0", "continues position 2",
            "restore the log that belongs to the journal")
    }

    @Test mutating func `an older log of the same opening is refused if it lacks a group that went to it directly`()
        throws
    {
        var writer = try log.opened()
        let copy = try log.folder.bytes("log.mdb")
        try log.write([600], with: &writer)
        try log.appendDirectly([log.source.block(byteCount: 700)], with: &writer)
        try log.write([600], with: &writer)
        try log.restoreLog(copy)
        try expectRefusal(.damaged, at: 2, "continues position 2 instead of 1")
    }

    @Test mutating func `a log that has a part of a frame is refused`() throws {
        var writer = try log.opened()
        let blocks = [log.source.block(byteCount: 600), log.source.block(byteCount: 600)]
        try log.write(blocks, with: &writer)
        try log.append([blocks[0]])
        try expectRefusal(.damaged, at: 1, "is in the log only up to position 1")
    }

    @Test(arguments: [1, 2, 3])
    mutating func `a log with other events than the journal is refused, though it is longer`(count: Int) throws {
        var writer = try log.opened()
        var other = log.source
        try log.write(Array(repeating: 600, count: count), with: &writer)
        // Another log of the store: the same positions, other events.
        for _ in 0..<5 { try log.append([other.block(byteCount: 601)]) }
        try expectRefusal(.damaged, at: 1, "differ from those of the log")
    }

    @Test mutating func `a log that differs from the start of the journal is refused`() throws {
        let first = log.source.end
        let blocks = [log.source.block(of: 3, byteCount: 200), log.source.block(byteCount: 600)]
        try log.append(blocks)
        let checksum = blocks[0].number(at: BlockLayout.checksumOffset)
        // The first positions lie inside of the block or refer to another one.
        for end in [(0, first.checksum ^ 1), (1, checksum), (2, checksum), (3, checksum ^ 1)] as [(Position, UInt64)] {
            try beginUse(continuing: Block.End(position: end.0, checksum: end.1))
            try expectRefusal(.damaged, at: end.0, "differ from those of the log")
        }
        for end in [first, Block.End(position: 3, checksum: checksum), log.source.end] {
            try beginUse(continuing: end)
            #expect(try log.isInUse())
        }
    }

    /// Builds a journal that is in use without frames.
    private func beginUse(continuing end: Block.End) throws {
        try log.build(continuing: end)
        let journal = try #require(try JournalFile.open(log.path, of: log.header.id, for: .reading))
        try log.put(.inUse(nonce: journal.control.nonce))
    }

    @Test mutating func `a gap between two frames must hold the blocks that the later frame refers to`() throws {
        var writer = try log.opened()
        try log.write([600], with: &writer)
        let before = log.source
        try log.appendDirectly([log.source.block(byteCount: 700)], with: &writer)
        let state = try log.folder.bytes("log.mdb")
        try log.write([600], with: &writer)
        // The same log up to the gap, then others.
        try log.restoreLog(state)
        var other = before
        #expect(other.block(byteCount: 700) == log.acknowledged[1])
        let copy = try JournaledLog()
        try copy.append([log.acknowledged[0]])
        other = before
        for _ in 0..<3 { try copy.append([other.block(byteCount: 701)]) }
        try copy.put(try log.contents().header)
        copy.log.close()
        try log.restoreLog(try copy.folder.bytes("log.mdb"))
        try expectRefusal(.damaged, at: 2, "differ from those of the log")
    }
}
