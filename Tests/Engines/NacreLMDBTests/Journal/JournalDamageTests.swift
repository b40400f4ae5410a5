import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// Acknowledged frames whose bytes have changed.
@Suite(.fewAtOnce) struct JournalDamageTests {
    /// Four frames of one to three pages, and their bytes.
    private struct Written {
        let journal: JournalFolder
        let nonce: UInt64
        let groups: [[[UInt8]]]
        let frames: [RecoveredFrame]
        let bytes: [UInt8]

        init() throws {
            journal = try JournalFolder(pages: 8)
            var source = BlockSource(after: journal.origin)
            var writer = try journal.writer()
            groups = [600, 4_900, 8_500, 700].map { [source.block(byteCount: $0 - 200), source.block(byteCount: 200)] }
            for group in groups { try writer.write(group) }
            nonce = writer.control.nonce
            frames = try journal.walk().whole()
            bytes = try journal.bytes()
        }

        /// Restores the bytes of a range.
        func restore(_ range: Range<Int>) throws { try journal.put(bytes[range], at: range.lowerBound) }
    }

    @Test(arguments: 0..<3)
    func `a flipped bit of a frame before the last is damage, never the end`(index: Int) throws {
        let written = try Written()
        var random = SeededGenerator(seed: UInt64(index))
        let frame = written.frames[index]
        for offset in stride(from: frame.range.lowerBound + index, to: frame.range.upperBound, by: 11) {
            try written.journal.put([written.bytes[offset] ^ 1 << UInt8(random.below(8))], at: offset)
            let walk = try written.journal.walk()
            // An expectation for each of so many bytes would take most of the time.
            if walk.damage?.code != .damaged || walk.damage?.position != frame.before.position + 1
                || walk.frames.map(\.parts) != Array(written.groups[..<index])
            {
                Issue.record("byte \(offset): \(walk.frames.count) frames, \(walk.damage?.message ?? "no damage")")
            }
            try written.restore(offset..<offset + 1)
        }
    }

    @Test func `any flipped bit of a frame's marks and header is damage`() throws {
        let written = try Written()
        let frame = written.frames[1]
        let places = Array(0..<96) + Array(4_096..<4_128)
        for place in places {
            let offset = frame.range.lowerBound + place
            for bit in 0..<8 {
                try written.journal.put([written.bytes[offset] ^ 1 << UInt8(bit)], at: offset)
                #expect(
                    try written.journal.walk().damage?.position == frame.before.position + 1, "\(place), bit \(bit)")
            }
            try written.restore(offset..<offset + 1)
        }
    }

    @Test func `a last frame with a flipped bit is never accepted`() throws {
        let written = try Written()
        for offset in written.frames[3].range {
            try written.journal.put([written.bytes[offset] ^ 0x10], at: offset)
            let count = try written.journal.walk().frames.count
            if count != 3 { Issue.record("byte \(offset): \(count) frames") }
            try written.restore(offset..<offset + 1)
        }
    }

    @Test(arguments: 0..<3)
    func `a frame that the disk has lost is damage if a later one is there`(index: Int) throws {
        let written = try Written()
        let range = written.frames[index].range
        try written.journal.put([UInt8](repeating: 0, count: range.count), at: range.lowerBound)
        let walk = try written.journal.walk()
        #expect(walk.damage?.message.contains("frame \(index + 1) is missing, though frame 4") == true)
        #expect(throws: EventStoreError.self) { try walk.whole() }
    }

    @Test(arguments: [0, 1, 2])
    func `one page of a later, torn frame shows that the frame before it was acknowledged`(page: Int) throws {
        let written = try Written()
        // The third frame is torn to one of its pages, the second one has lost its last page.
        let range = written.frames[2].range
        var bytes = [UInt8](repeating: 0, count: range.count)
        bytes.replaceSubrange(
            (page * 4_096)..<((page + 1) * 4_096), with: written.bytes[range].dropFirst(page * 4_096).prefix(4_096))
        let last = written.frames[3].range
        try written.journal.put(bytes + [UInt8](repeating: 0, count: last.count), at: range.lowerBound)
        #expect(try written.journal.walk().whole().count == 2)
        #expect(try written.journal.walk().isTorn)
        try written.journal.put([UInt8](repeating: 0, count: 4_096), at: range.lowerBound - 4_096)
        let walk = try written.journal.walk()
        #expect(walk.damage?.position == written.frames[1].before.position + 1)
        #expect(walk.frames.count == 1)
    }

    @Test func `a frame in another place than its own is damage`() throws {
        let written = try Written()
        let last = written.frames[3]
        // One page too far.
        let bytes = Array(written.bytes[last.range])
        try written.journal.put([UInt8](repeating: 0, count: 4_096) + bytes, at: last.range.lowerBound)
        var walk = try written.journal.walk()
        #expect(walk.frames.count == 3)
        // At the beginning of the ring, though it fits before the end.
        try written.journal.put([UInt8](repeating: 0, count: 8_192), at: last.range.lowerBound)
        let journal = try JournalFolder(pages: 8)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        for _ in 0..<2 { try writer.write([source.block(byteCount: 600)]) }
        writer.drain(through: 1)
        try writer.advanceStart()
        var frame = FrameBuffer([source.block(byteCount: 500)])
        try journal.put(
            [UInt8](frame.seal(storeID: journal.storeID, nonce: writer.control.nonce, number: 3)), at: 8_192)
        walk = try journal.walk()
        #expect(walk.damage?.message.contains("frame 3 lies at the beginning of the ring") == true)
        #expect(walk.frames.map(\.number) == [2])
    }

    @Test func `a later frame is found where it lies before earlier ones`() throws {
        let journal = try JournalFolder(pages: 8)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        var ends = [source.end]
        for number in 1...11 as ClosedRange<UInt64> {
            try writer.write([source.block(byteCount: 500)])
            ends.append(source.end)
            if number == 8 { writer.drain(through: 4) }
        }
        // The ring holds the frames 9, 10, 11, 4, 5, 6, 7 and 8.
        let bytes = try journal.bytes()
        try journal.put([bytes[8_192 + 200] ^ 1], at: 8_192 + 200)
        let walk = try journal.walk(ends[4])
        #expect(walk.damage?.position == ends[8].position + 1)
        #expect(walk.frames.map(\.number) == [5, 6, 7, 8])
    }

    @Test(arguments: [0, 9, UInt32.max])
    func `a mark with an impossible number of pages is no frame`(count: UInt32) throws {
        let written = try Written()
        let range = written.frames[3].range
        let page = AlignedBuffer(pageCount: 1)
        PageMark(nonce: written.nonce, number: 4, index: 0, pageCount: count).store(in: page.bytes)
        try written.journal.put(page.bytes[..<32], at: range.lowerBound)
        #expect(try written.journal.walk().whole().count == 3)
        PageMark(nonce: written.nonce, number: 3, index: 0, pageCount: count).store(in: page.bytes)
        try written.journal.put(page.bytes[..<32], at: written.frames[2].range.lowerBound)
        let walk = try written.journal.walk()
        #expect(walk.damage?.message.contains("frame 3 has an impossible size") == true)
        #expect(walk.frames.count == 2)
    }

    @Test func `two frames that changed places are damage`() throws {
        let journal = try JournalFolder(pages: 8)
        var source = BlockSource(after: journal.origin)
        var writer = try journal.writer()
        for _ in 0..<3 { try writer.write([source.block(byteCount: 600)]) }
        let bytes = try journal.bytes()
        try journal.put(bytes[12_288..<16_384] + bytes[8_192..<12_288], at: 8_192)
        #expect(try journal.walk().damage?.position == 7)
    }

    @Test func `a ring that ends early is damage`() throws {
        let written = try Written()
        try written.journal.truncate(to: 9 * 4_096)
        #expect {
            try written.journal.open(.reading)
        } throws: {
            ($0 as? EventStoreError)?.code == .damaged && "\($0)".contains("36864 bytes instead of 40960")
        }
    }
}
