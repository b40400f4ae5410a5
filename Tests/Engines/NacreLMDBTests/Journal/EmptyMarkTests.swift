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

    private func expectLoss(
        at position: Position, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try log.contents()
        let journal = try log.folder.bytes("journal")
        #expect(sourceLocation: sourceLocation) {
            _ = try log.isInUse()
        } throws: {
            guard let error = $0 as? EventStoreError else { return false }
            let remedies = [
                "restore the log that belongs to the journal", "if the log was restored deliberately",
                "move the journal away",
            ]
            return error.code == .eventsLost && error.position == position
                && (words + remedies).allSatisfy { error.message.contains($0) }
        }
        #expect(try log.contents() == before, sourceLocation: sourceLocation)
        #expect(try log.folder.bytes("journal") == journal, sourceLocation: sourceLocation)
    }

    // MARK: A journal that does not matter

    @Test mutating func `a journal that is missing is not needed`() throws {
        try log.append([log.source.block(byteCount: 500)])
        #expect(try !log.isInUse())
        try log.removeJournal()
        #expect(try !log.isInUse())
    }

    @Test mutating func `a journal with frames that the log lacks may be moved away`() throws {
        _ = try lose()
        try expectLoss(at: 1)
        try FileManager.default.moveItem(atPath: log.path, toPath: log.path + ".old")
        #expect(try !log.isInUse())
        _ = try log.opened()
    }

    @Test(arguments: ["control", "store", "format", "longer", "shorter", "tiny", "none"])
    mutating func `a damaged journal, a newer one and that of another store are ignored`(defect: String) throws {
        // It would be evidence if it were sound.
        _ = try lose()
        try expectLoss(at: 1)
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
        #expect(try !log.isInUse())
        #expect(try log.folder.bytes("journal") == journal)
    }

    @Test mutating func `a folder or a pipe in the place of the journal is ignored`() throws {
        try log.removeJournal()
        try FileManager.default.createDirectory(atPath: log.path, withIntermediateDirectories: false)
        #expect(try !log.isInUse())
        try log.removeJournal()
        // Opening a pipe would wait for its other end.
        #expect(mkfifo(log.path, 0o600) == 0)
        #expect(try !log.isInUse())
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every file"))
    mutating func `a journal that the process may not read is ignored`() throws {
        _ = try lose()
        #expect(chmod(log.path, 0) == 0)
        #expect(try !log.isInUse())
    }

    @Test mutating func `a journal that the system cannot open for another reason is an error`() throws {
        try log.removeJournal()
        try FileManager.default.createSymbolicLink(atPath: log.path, withDestinationPath: log.path)
        #expect {
            _ = try log.isInUse()
        } throws: {
            ($0 as? EventStoreError)?.code == .inputOutput && "\($0)".contains("cannot be opened")
        }
    }

    @Test mutating func `the ring is not scanned, so frames behind a damaged one do not matter`() throws {
        _ = try lose()
        try log.changeJournal { $0[JournalLayout.ringOffset + 300] ^= 1 }
        #expect(try !log.isInUse())
    }

    @Test func `the holes of a sparse copy are not filled`() throws {
        try log.makeSparse()
        #expect(try !log.isInUse())
        #expect(try log.isSparse())
    }

    @Test mutating func `a torn frame and frames of another nonce are no evidence`() throws {
        let control = try lose()
        let bytes = try log.folder.bytes("journal")
        // The first frame is torn; the second and third are still there.
        try log.changeJournal {
            $0.replaceSubrange(8_192 + 200..<12_288, with: [UInt8](repeating: 0, count: 4_096 - 200))
        }
        #expect(try !log.isInUse())
        try log.changeJournal { $0 = bytes }
        var other = control
        other.nonce ^= 1
        other.writeCount += 1
        let page = AlignedBuffer(pageCount: 1)
        try #require(try JournalFile.open(log.path, of: log.header.id, for: .writing)).write(other, with: page)
        #expect(try !log.isInUse())
    }

    // MARK: The log

    @Test mutating func `a damaged block of the log is no evidence, and neither is a damaged end`() throws {
        let blocks = [log.source.block(byteCount: 600), log.source.block(byteCount: 700)]
        let wrong = Block.End(position: 1, checksum: 1)
        try log.append(blocks)
        try log.build(continuing: wrong)
        try expectLoss(at: 1, "continues another block at position 1")
        var damaged = blocks[0]
        damaged[BlockLayout.recordedAtOffset] ^= 1
        try replaceBlock(damaged, at: 1)
        #expect(try !log.isInUse())
        try replaceBlock(blocks[0], at: 1)
        try expectLoss(at: 1)
        damaged = blocks[1]
        damaged[BlockLayout.recordedAtOffset] ^= 1
        try replaceBlock(damaged, at: 2)
        #expect(try !log.isInUse())
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
        try expectLoss(
            at: 1, "the log ends at position 0", "its journal is empty", "has events up to position 3")
        // The log may have some of them.
        for block in log.acknowledged.dropLast() {
            try log.append([block])
            #expect(throws: EventStoreError.self) { _ = try log.isInUse() }
        }
        try expectLoss(at: 3, "the log ends at position 2", "has events up to position 3")
        try log.append([log.acknowledged[2]])
        #expect(try !log.isInUse())
    }

    @Test mutating func `a log that ends before the journal begins has lost events`() throws {
        let copy = try log.folder.bytes("log.mdb")
        var writer = try log.opened()
        try log.write([600, 700], with: &writer)
        try log.end(writer)
        #expect(try !log.isInUse())
        try log.restoreLog(copy)
        try expectLoss(at: 1, "the log ends at position 0", "continues position 2")
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
            try expectLoss(at: max(end.0, 1), "continues another block at position \(end.0)")
        }
        for end in [first, Block.End(position: 3, checksum: checksum), log.source.end] {
            try log.build(continuing: end)
            #expect(try !log.isInUse())
        }
    }
}
