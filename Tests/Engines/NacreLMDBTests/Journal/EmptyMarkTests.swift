import Foundation
import LMDB
import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// Opening a log whose mark is empty: it has all events, so only evidence of a replaced log is refused.
@Suite(.fewAtOnce) struct EmptyMarkTests {
    private var log: JournaledLog

    init() throws {
        log = try JournaledLog()
    }

    /// A log whose journal holds three frames, and which is restored to what it was before them.
    private mutating func lose() throws -> JournalControl {
        let copy = try log.folder.bytes("log.mdb")
        var writer = try log.opened()
        try log.write([600, 700, 800], with: &writer)
        let control = writer.control
        try log.restoreLog(copy)
        return control
    }

    /// The events that the journal has and the log does not; nothing changes.
    private func lost(sourceLocation: SourceLocation = #_sourceLocation) throws -> LostEvents? {
        let before = try log.contents()
        let journal = try? log.folder.bytes("journal")
        let lost = try log.log.withSnapshot { (snapshot) in
            try JournalReader.lostEvents(ofJournalAt: log.path, against: &snapshot, at: log.log.path)
        }
        #expect(try log.contents() == before, sourceLocation: sourceLocation)
        #expect((try? log.folder.bytes("journal")) == journal, sourceLocation: sourceLocation)
        return lost
    }

    // MARK: A journal that does not matter

    @Test mutating func `a journal that is missing is not needed`() throws {
        try log.append([log.source.block(byteCount: 500)])
        #expect(try lost() == nil)
        try log.removeJournal()
        #expect(try lost() == nil)
    }

    @Test mutating func `a journal with frames that the log lacks may be moved away`() throws {
        _ = try lose()
        #expect(try lost() != nil)
        try FileManager.default.moveItem(atPath: log.path, toPath: log.path + ".old")
        #expect(try lost() == nil)
        _ = try log.opened()
    }

    @Test(arguments: ["control", "store", "format", "longer", "shorter", "tiny", "none"])
    mutating func `a damaged journal, a newer one and that of another store are ignored`(defect: String) throws {
        // It would be evidence if it were sound.
        _ = try lose()
        #expect(try lost() != nil)
        switch defect {
        case "control": try log.changeJournal { for offset in [100, 4_196] { $0[offset] ^= 1 } }
        case "store": try log.build(of: StoreID(EventID(high: 9, low: 9)), continuing: .init(position: 9, checksum: 9))
        case "format": try log.changeJournal { for offset in [4, 4_100] { $0[offset] = 9 } }
        case "longer": try log.changeJournal { $0 += [UInt8](repeating: 0, count: 4_096) }
        case "shorter": try log.changeJournal { $0.removeLast(4_096) }
        case "tiny": try log.changeJournal { $0.removeLast($0.count - 100) }
        default: try log.changeJournal { $0 = [] }
        }
        let journal = try log.folder.bytes("journal")
        #expect(try lost() == nil)
        #expect(try log.folder.bytes("journal") == journal)
    }

    @Test mutating func `a folder or a pipe in the place of the journal is ignored`() throws {
        try log.removeJournal()
        try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: false)
        #expect(try lost() == nil)
        try log.removeJournal()
        // Opening a pipe would wait for its other end.
        #expect(mkfifo(log.path, 0o600) == 0)
        #expect(try lost() == nil)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every file"))
    mutating func `a journal that the process may not read is ignored`() throws {
        _ = try lose()
        #expect(chmod(log.path, 0) == 0)
        #expect(try lost() == nil)
    }

    @Test mutating func `a journal that the system cannot open for another reason is an error`() throws {
        try log.removeJournal()
        try FileManager.default.createSymbolicLink(atPath: log.path, withDestinationPath: log.path)
        #expect {
            _ = try lost()
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("cannot be opened")
        }
    }

    @Test mutating func `the ring is not scanned, so frames behind a damaged one do not matter`() throws {
        _ = try lose()
        try log.changeJournal { $0[JournalLayout.ringOffset + 300] ^= 1 }
        #expect(try lost() == nil)
    }

    @Test func `the holes of a sparse copy are not filled`() throws {
        try log.makeSparse()
        #expect(try lost() == nil)
        #expect(try log.isSparse())
    }

    @Test mutating func `a torn frame and frames of another nonce are no evidence`() throws {
        let control = try lose()
        let bytes = try log.folder.bytes("journal")
        // The first frame is torn; the second and third are still there.
        try log.changeJournal {
            $0.replaceSubrange(8_192 + 200..<12_288, with: [UInt8](repeating: 0, count: 4_096 - 200))
        }
        #expect(try lost() == nil)
        try log.changeJournal { $0 = bytes }
        var other = control
        other.nonce ^= 1
        other.writeCount += 1
        let page = AlignedBuffer(pageCount: 1)
        try #require(try JournalFile.open(log.path, of: log.header.id, for: .writing)).write(other, with: page)
        #expect(try lost() == nil)
    }

    // MARK: The log

    @Test mutating func `a damaged block of the log is no evidence, and neither is a damaged end`() throws {
        let blocks = [log.source.block(byteCount: 600), log.source.block(byteCount: 700)]
        let wrong = Block.End(position: 1, checksum: 1)
        try log.append(blocks)
        try log.build(continuing: wrong)
        #expect(try lost() == LostEvents(in: .journal, position: 1, head: nil))
        var damaged = blocks[0]
        damaged[BlockLayout.recordedAtOffset] ^= 1
        try replaceBlock(damaged, at: 1)
        #expect(try lost() == nil)
        try replaceBlock(blocks[0], at: 1)
        #expect(try lost() != nil)
        damaged = blocks[1]
        damaged[BlockLayout.recordedAtOffset] ^= 1
        try replaceBlock(damaged, at: 2)
        #expect(try lost() == nil)
    }

    @Test mutating func `a damaged end of the log is an error if a journal is in use`() throws {
        let block = log.source.block(byteCount: 600)
        try log.append([block])
        _ = try log.opened()
        var damaged = block
        damaged[BlockLayout.recordedAtOffset] ^= 1
        try replaceBlock(damaged, at: 1)
        #expect {
            _ = try log.isInUse()
        } throws: {
            ($0 as? EventStoreError)?.code == .damaged
        }
    }

    private func replaceBlock(_ block: [UInt8], at position: Position) throws {
        try log.log.write { (transaction: consuming WriteTransaction) in
            try PositionKey(position).withBytes { key in try block.withUnsafeBytes { try transaction.put(key, $0) } }
            try transaction.commit()
        }
    }

    // MARK: Evidence

    @Test mutating func `a log that lacks frames of the journal has lost events`() throws {
        _ = try lose()
        #expect(try lost() == LostEvents(in: .journal, position: 3, head: 0))
        // The log may have some of them.
        for block in log.acknowledged.dropLast() {
            try log.append([block])
            #expect(try lost() != nil)
        }
        #expect(try lost() == LostEvents(in: .journal, position: 3, head: 2))
        try log.append([log.acknowledged[2]])
        #expect(try lost() == nil)
    }

    @Test mutating func `a log that ends before the journal begins has lost events`() throws {
        let copy = try log.folder.bytes("log.mdb")
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.end(writer)
        #expect(try lost() == nil)
        try log.restoreLog(copy)
        #expect(try lost() == LostEvents(in: .journal, position: 2, head: 0))
    }

    @Test mutating func `a log with another block than the journal continues was replaced`() throws {
        let first = log.source.end
        let blocks = [log.source.block(of: 3, byteCount: 200), log.source.block(byteCount: 600)]
        try log.append(blocks)
        let checksum = blocks[0].number(at: BlockLayout.checksumOffset)
        // The header, positions inside of the block, its end, and the end of the log.
        for end in [(0, first.checksum ^ 1), (1, checksum), (2, checksum), (3, checksum ^ 1), (4, checksum)]
            as [(Position, UInt64)]
        {
            try log.build(continuing: Block.End(position: end.0, checksum: end.1))
            #expect(try lost() == LostEvents(in: .journal, position: end.0, head: nil))
        }
        for end in [first, Block.End(position: 3, checksum: checksum), log.source.end] {
            try log.build(continuing: end)
            #expect(try lost() == nil)
        }
    }
}
