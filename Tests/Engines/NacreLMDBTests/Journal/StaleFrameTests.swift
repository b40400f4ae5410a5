import Nacre
import TestTraits
import Testing

@testable import NacreLMDB

/// Bytes in the ring that look like frames of this opening and are none.
@Suite(.fewAtOnce) struct StaleFrameTests {
    @Test func `frames of an earlier opening are not believed, though their numbers and their chain continue`() throws {
        let journal = try JournalFolder(pages: 12)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        let groups = (0..<4).map { _ in [source.block(byteCount: 5_000)] }
        for group in groups { try writer.write(group) }
        #expect(try journal.walk().frames.count == 4)
        // The same start under another nonce: what an opening leaves that wrote its control page alone.
        var control = writer.control
        control.nonce ^= 1
        control.writeCount += 1
        let page = AlignedBuffer(pageCount: 1)
        try writer.journal.write(control, with: page)
        #expect(try journal.walk().whole().isEmpty)
        #expect(try journal.walk().isTorn == false)
        // A frame of the new opening, before the old ones that would continue it.
        var frame = FrameBuffer(groups[0])
        let bytes = [UInt8](frame.seal(storeID: journal.storeID, nonce: control.nonce, number: 1))
        try journal.put(bytes, at: 8_192)
        #expect(try journal.walk().whole().map(\.parts) == [groups[0]])
    }

    @Test func `frames of an earlier lap are not believed`() throws {
        let journal = try JournalFolder(pages: 6)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        for number in 1...20 as ClosedRange<UInt64> {
            try writer.write([source.block(byteCount: 3_000)])
            writer.drain(through: number)
            let walk = try journal.walk(source.end)
            #expect(try walk.whole().last?.number == number)
            #expect(walk.newest == number)
        }
    }

    @Test func `a payload that imitates the next frame is not taken for it`() throws {
        let journal = try JournalFolder(pages: 12)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        // The fifth frame overwrites the first one; the sixth would be where the second one is, and it is the second
        // one's payload that imitates it, at every offset that a mark of 32 bytes can have.
        let imitation = Self.marks(nonce: writer.control.nonce, number: 6, count: 320)
        for number in 1...4 as ClosedRange<UInt64> {
            try writer.write([source.block(Array(imitation.dropFirst(8 * Int(number))))])
            writer.drain(through: number)
        }
        try writer.write([source.block(Array(imitation))])
        let walk = try journal.walk(source.end)
        #expect(try walk.whole().last?.number == 5)
        #expect(walk.newest == 5)
        #expect(!walk.isTorn)
    }

    @Test func `a torn frame whose payload imitates a later one is the end, and no damage`() throws {
        let journal = try JournalFolder(pages: 12)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        let first = [source.block(byteCount: 800)]
        try writer.write(first)
        let imitation = Self.marks(nonce: writer.control.nonce, number: 3, count: 320)
        for shift in stride(from: 0, to: 32, by: 4) {
            var frame = FrameBuffer([source.block(Array(imitation.dropFirst(shift)))])
            let bytes = [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 2))
            try journal.put(bytes[4_096...], at: 8_192 + 2 * 4_096)
            let walk = try journal.walk()
            #expect(try walk.whole().map(\.parts) == [first])
            #expect(walk.isTorn)
        }
    }

    @Test func `a mark with an impossible number is no frame`() throws {
        let journal = try JournalFolder(pages: 12)
        let writer = try journal.writer()
        try journal.put(Self.marks(nonce: writer.control.nonce, number: .max, count: 1), at: 12_288)
        let walk = try journal.walk()
        #expect(try walk.whole().isEmpty)
        #expect(walk.newest == 0)
    }

    /// Bytes that consist of the marks of a page.
    private static func marks(nonce: UInt64, number: UInt64, count: Int) -> [UInt8] {
        let page = AlignedBuffer(pageCount: 1)
        PageMark(nonce: nonce, number: number, index: 0, pageCount: 1).store(in: page.bytes)
        let mark = Array(page.bytes[..<32])
        return Array([[UInt8]](repeating: mark, count: count).joined())
    }
}
