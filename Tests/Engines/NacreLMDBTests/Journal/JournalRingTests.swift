import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

@Suite(.fewAtOnce) struct JournalRingTests {
    private static let page = JournalFolder.page

    @Test func `a frame that does not fit before the end of the ring goes to its beginning`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<2 { try writer.write([source.block(byteCount: 10_000)]) }
        writer.drain(through: 2)
        try writer.write([source.block(byteCount: 10_000)])
        let frames = try journal.walk(source.end).whole()
        #expect(frames.map(\.range.lowerBound) == [8_192])
        #expect(writer.ring.head == 8_192 + 3 * Self.page)
    }

    @Test func `a frame that ends where the ring ends does not skip a page`() throws {
        let journal = try JournalFolder(pages: 6)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<2 { try writer.write([source.block(byteCount: 10_000)]) }
        writer.drain(through: 1)
        try writer.write([source.block(byteCount: 10_000)])
        #expect(try journal.walk(source.end).whole().map(\.range.lowerBound) == [8_192 + 3 * Self.page, 8_192])
    }

    @Test func `no frame is written over one that is not drained`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<8 { try writer.write([source.block(byteCount: 500)]) }
        let before = try journal.bytes()
        var other = source
        let refused = try writer.write([other.block(byteCount: 500)])
        #expect(refused == nil)
        #expect(try journal.bytes() == before)
        writer.drain(through: 1)
        let tooLarge = try writer.write([source.block(byteCount: 5_000)])
        #expect(tooLarge == nil)
    }

    @Test func `a ring that promises room takes the frame without writing the control page`() throws {
        let journal = try JournalFolder(pages: 12)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        let writes = writer.control.writeCount
        var frames = 0
        while writer.hasRoom(for: 500) {
            try writer.write([source.block(byteCount: 500)])
            frames += 1
        }
        #expect((9...11).contains(frames))
        #expect(writer.control.writeCount == writes)
        writer.drain(through: UInt64(frames))
        // The space of drained frames is free only with a new start on the disk.
        let isFree = writer.hasRoom(for: 500)
        #expect(!isFree)
        try writer.advanceStart()
        let isFreed = writer.hasRoom(for: 500)
        #expect(isFreed)
    }

    @Test func `a ring that is full up to its oldest frame takes no other`() throws {
        let journal = try JournalFolder(pages: 4)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<4 { try writer.write([source.block(byteCount: 500)]) }
        writer.drain(through: 2)
        for _ in 0..<2 { try writer.write([source.block(byteCount: 500)]) }
        let end = source.end
        let refused = try writer.write([source.block(byteCount: 500)])
        #expect(refused == nil)
        #expect(try journal.walk(end).whole().map(\.number) == [3, 4, 5, 6])
    }

    @Test func `space is used again only after the control page has a later start`() throws {
        let journal = try JournalFolder(pages: 4)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<4 { try writer.write([source.block(byteCount: 500)]) }
        writer.drain(through: 2)
        let old = writer.control
        try writer.write([source.block(byteCount: 500)])
        let stored = try journal.open(.reading).control
        #expect(stored == writer.control)
        #expect(stored.writeCount == old.writeCount + 1)
        #expect(stored.number == 3)
        #expect(stored.start == 8_192 + 2 * Self.page)
        #expect(try journal.walk(source.end).whole().map(\.number) == [3, 4, 5])
    }

    @Test func `the control page is not written while there is room`() throws {
        let journal = try JournalFolder(pages: 16)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        let control = writer.control
        for number in 1...16 as ClosedRange<UInt64> {
            try writer.write([source.block(byteCount: 500)])
            writer.drain(through: number)
        }
        #expect(try journal.open(.reading).control == control)
    }

    @Test func `a frame may be as large as the ring, and no larger`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        try writer.write([source.block(byteCount: 500)])
        writer.drain(through: 1)
        let whole = source.block(byteCount: 4_000 + 7 * 4_064)
        let number = try writer.write([whole])
        #expect(number == 2)
        #expect(try journal.walk(source.end).whole().map(\.parts) == [[whole]])
        writer.drain(through: 2)
        let refused = try writer.write([source.block(byteCount: 4_001 + 7 * 4_064)])
        #expect(refused == nil)
    }

    @Test func `a frame that recovery would refuse is not written`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        try writer.write([source.block(byteCount: 600)])
        let end = source.end
        let bytes = try journal.bytes()
        for stranger in [
            Block.End(position: end.position - 1, checksum: end.checksum),
            Block.End(position: end.position, checksum: end.checksum ^ 1),
            Block.End(position: end.position + 5, checksum: 1),
        ] {
            var other = BlockSource(after: stranger)
            let frame = [other.block(byteCount: 600)]
            #expect(throws: EventStoreError.self) { try writer.write(frame) }
        }
        #expect(try journal.bytes() == bytes)
    }

    @Test func `after a group that went to the log directly, a frame must continue exactly that group`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        try writer.write([source.block(byteCount: 600)])
        let first = source.end
        _ = source.block(of: 5, byteCount: 100)
        let direct = source.end
        writer.skip(to: direct)
        let bytes = try journal.bytes()
        for stranger in [
            // A frame in the gap, and one behind it.
            first, Block.End(position: direct.position - 1, checksum: direct.checksum),
            Block.End(position: direct.position, checksum: direct.checksum ^ 1),
            Block.End(position: direct.position + 1, checksum: direct.checksum),
        ] {
            var other = BlockSource(after: stranger)
            let frame = [other.block(byteCount: 600)]
            #expect(throws: EventStoreError.self, "\(stranger)") { try writer.write(frame) }
        }
        #expect(try journal.bytes() == bytes)
        let number = try writer.write([source.block(byteCount: 600)])
        #expect(number == 2)
        #expect(try journal.walk(direct).whole().map(\.end) == [first, source.end])
    }

    @Test func `a group that went to the log directly drains all frames before it`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        for _ in 0..<3 { try writer.write([source.block(byteCount: 600)]) }
        _ = source.block(byteCount: 600)
        writer.skip(to: source.end)
        #expect(writer.ring.pendingCount == 0)
        try writer.advanceStart()
        // The log has the group, so walking begins behind it.
        let control = try journal.open(.reading).control
        #expect(control.before == source.end)
        #expect(control.number == 4)
        #expect(control.start == 8_192 + 3 * Self.page)
    }

    @Test func `a new opening continues the numbers and begins with an empty ring`() throws {
        let journal = try JournalFolder(pages: 4)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        let nonce = writer.control.nonce
        for _ in 0..<3 { try writer.write([source.block(byteCount: 500)]) }
        writer = try journal.writer(after: source.end)
        #expect(writer.control.nonce != nonce)
        #expect(writer.control.number == 4)
        #expect(writer.control.before == source.end)
        for _ in 0..<4 { try writer.write([source.block(byteCount: 500)]) }
        #expect(try journal.walk().whole().map(\.number) == [4, 5, 6, 7])
    }
}
