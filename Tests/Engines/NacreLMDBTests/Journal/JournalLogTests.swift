import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// How the frames of a journal must fit the log in LMDB.
@Suite(.fewAtOnce) struct JournalLogTests {
    private let journal: JournalFolder
    private var source: BlockSource

    init() throws {
        journal = try JournalFolder(pages: 16)
        source = BlockSource(after: journal.origin)
    }

    @Test mutating func `the log may hold any number of the frames`() throws {
        var writer = try journal.writer()
        var ends = [source.end]
        for _ in 0..<4 {
            try writer.write([source.block(byteCount: 600), source.block(byteCount: 600)])
            ends.append(source.end)
        }
        for end in ends { #expect(try journal.walk(end).whole().count == 4) }
    }

    @Test mutating func `a group may have gone to the log directly, between two frames`() throws {
        var writer = try journal.writer()
        try writer.write([source.block(byteCount: 600)])
        let before = source.end
        _ = source.block(byteCount: 600)
        let direct = source.end
        writer.skip(to: direct)
        try writer.write([source.block(byteCount: 600)])
        #expect(try journal.walk(direct).whole().count == 2)
        #expect(try journal.walk(source.end).whole().count == 2)
        // A log without that group has lost it.
        let walk = try journal.walk(before)
        #expect(walk.damage?.position == before.position + 1)
        #expect(walk.damage?.message.contains("continues position 8 instead of 7") == true)
        #expect(walk.frames.count == 1)
    }

    @Test mutating func `a log that ends before the journal begins has lost events`() throws {
        var writer = try journal.writer()
        let old = source.end
        try writer.write([source.block(byteCount: 600)])
        writer.drain(through: 1)
        try writer.advanceStart()
        let walk = try journal.walk(old)
        #expect(walk.damage?.code == .eventsLost)
        #expect(walk.damage?.message.contains("ends at position 6") == true)
        #expect(walk.damage?.message.contains("continues position 7") == true)
        try writer.write([source.block(byteCount: 600)])
        #expect(try journal.walk(old).damage?.code == .eventsLost)
    }

    @Test mutating func `a log that holds a part of a frame is damage, for a frame is drained whole`() throws {
        var writer = try journal.writer()
        let first = source.block(byteCount: 600)
        let between = source.end
        try writer.write([first, source.block(byteCount: 600)])
        #expect(try journal.walk(between).damage?.position == 7)
    }

    @Test mutating func `a log with other events at the same positions is damage`() throws {
        var writer = try journal.writer()
        #expect(try journal.walk(Block.End(position: journal.origin.position, checksum: 1)).damage?.code == .damaged)
        try writer.write([source.block(byteCount: 600)])
        let end = source.end
        try writer.write([source.block(byteCount: 600)])
        for position in [journal.origin.position, end.position, source.end.position] {
            let other = Block.End(position: position, checksum: 1)
            #expect(try journal.walk(other).damage?.code == .damaged, "at \(position)")
        }
    }

    @Test mutating func `a complete frame that does not continue the one before it is damage, though it is the last`()
        throws
    {
        var writer = try journal.writer()
        try writer.write([source.block(byteCount: 600)])
        let end = source.end
        let strangers = [
            Block.End(position: end.position, checksum: end.checksum ^ 1),
            Block.End(position: end.position - 1, checksum: end.checksum),
            Block.End(position: end.position + 1, checksum: end.checksum),
        ]
        for stranger in strangers {
            var other = BlockSource(after: stranger)
            var frame = FrameBuffer([other.block(byteCount: 600)])
            try journal.put(
                [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 2)), at: 12_288)
            let walk = try journal.walk()
            #expect(walk.damage?.code == .damaged, "\(stranger)")
            #expect(walk.frames.count == 1)
        }
    }

    @Test mutating func `two frames with the same positions are damage, though the log holds these`() throws {
        var writer = try journal.writer()
        try writer.write([source.block(byteCount: 600), source.block(byteCount: 600)])
        var other = BlockSource(after: Block.End(position: source.end.position - 1, checksum: 1))
        var frame = FrameBuffer([other.block(byteCount: 600)])
        try journal.put(
            [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 2)), at: 12_288)
        let walk = try journal.walk(Block.End(position: 50, checksum: 9))
        #expect(walk.damage?.message.contains("frame 2 repeats position 8") == true)
        #expect(walk.frames.count == 1)
    }

    @Test mutating func `a complete frame with an invalid block is damage, though it is the last`() throws {
        let writer = try journal.writer()
        var invalid: [[[UInt8]]] = []
        // A block whose checksum does not match, and one that says to be longer than the frame.
        var block = source.block(byteCount: 600)
        block[BlockLayout.recordedAtOffset] ^= 1
        invalid.append([block])
        block[BlockLayout.recordedAtOffset] ^= 1
        block.set(100_000, at: BlockLayout.byteCountOffset, bytes: 4)
        invalid.append([block])
        block.set(10, at: BlockLayout.byteCountOffset, bytes: 4)
        invalid.append([block])
        for blocks in invalid {
            var frame = FrameBuffer(blocks)
            try journal.put(
                [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 1)), at: 8_192)
            #expect(try journal.walk().damage?.message.contains("invalid block, number 1 of 1") == true)
        }
    }

    @Test mutating func `a block that does not refer to the one before it in its frame is damage`() throws {
        let writer = try journal.writer()
        let first = source.block(byteCount: 600)
        var other = BlockSource(after: Block.End(position: source.end.position, checksum: 1))
        var frame = FrameBuffer([first, source.block(byteCount: 600)])
        var bytes = [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 1))
        bytes.replaceSubrange((96 + 600)..<(96 + 1_200), with: other.block(byteCount: 600))
        bytes.set(DocumentedBlock.xxh3(Array(bytes[96...]), seed: DocumentedBlock.xxh3(Array(bytes[..<88]))), at: 88)
        try journal.put(bytes, at: 8_192)
        #expect(try journal.walk().damage?.message.contains("invalid block, number 2 of 2") == true)
    }

    @Test mutating func `a frame of another store is damage`() throws {
        let writer = try journal.writer()
        var frame = FrameBuffer([source.block(byteCount: 600)])
        let other = StoreID(EventID(high: 1, low: 1))
        try journal.put([UInt8](frame.seal(storeID: other, nonce: writer.control.nonce, number: 1)), at: 8_192)
        #expect(try journal.walk().damage?.message.contains("invalid header") == true)
    }
}
