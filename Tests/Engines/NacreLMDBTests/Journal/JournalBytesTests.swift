import Nacre
import TestFolders
import TestTraits
import Testing

@testable import NacreLMDB

/// The bytes of the journal as `Docs/FileFormat.md` describes them, with literal offsets on purpose.
@Suite(.fewAtOnce) struct JournalBytesTests {
    private static let id: [UInt8] = [
        0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
    ]

    @Test func `a frame has the documented bytes`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        // Of a larger frame, which the buffer has held before, no byte remains.
        var other = BlockSource(after: journal.origin)
        var frame = FrameBuffer([other.block(byteCount: 20_000)])
        let blocks = [source.block(byteCount: 3_000, filler: 1), source.block(byteCount: 5_500, filler: 2)]
        frame.set(blocks)
        _ = try writer.write(&frame)
        let marks = (0..<3).map { index in
            let fields =
                DocumentedBlock.little(writer.control.nonce) + DocumentedBlock.little(UInt64(1))
                + DocumentedBlock.little(UInt32(index)) + DocumentedBlock.little(UInt32(3))
            return fields + DocumentedBlock.little(DocumentedBlock.xxh3(fields))
        }
        var header = Array("NCRF".utf8) + [1, 0, 0, 0] + Self.id
        header += DocumentedBlock.little(UInt64(8_500)) + [2, 0, 0, 0, 0, 0, 0, 0]
        header += DocumentedBlock.little(UInt64(7)) + DocumentedBlock.little(UInt64(0x5EED))
        let payload = blocks.flatMap { $0 }
        var rest = Array(payload[..<4_000])
        rest += marks[1] + payload[4_000..<8_064]
        rest += marks[2] + payload[8_064...] + [UInt8](repeating: 0, count: 4_064 - 436)
        let before = marks[0] + header
        let checksum = DocumentedBlock.xxh3(rest, seed: DocumentedBlock.xxh3(before))
        let expected = before + DocumentedBlock.little(checksum) + rest
        #expect(expected.count == 3 * 4_096)
        let file = try journal.bytes()
        #expect(Array(file[8_192..<20_480]) == expected)
        #expect(file[20_480...].allSatisfy { $0 == 0 })
    }

    @Test func `both copies of the control page have the documented bytes`() throws {
        let journal = try JournalFolder(pages: 8)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        try writer.write([source.block(byteCount: 5_000)])
        let first = source.end
        try writer.write([source.block(byteCount: 300)])
        writer.drain(through: 1)
        try writer.advanceStart()
        var expected = Array("NCRJ".utf8) + [1, 0, 0, 0] + Self.id
        expected += DocumentedBlock.little(UInt64(3)) + DocumentedBlock.little(writer.control.nonce)
        expected += DocumentedBlock.little(UInt64(40_960)) + DocumentedBlock.little(UInt64(16_384))
        expected += DocumentedBlock.little(UInt64(2)) + DocumentedBlock.little(UInt64(7))
        expected += DocumentedBlock.little(first.checksum)
        expected += [UInt8](repeating: 0, count: 4_088 - 80)
        expected += DocumentedBlock.little(DocumentedBlock.xxh3(expected))
        let file = try journal.bytes()
        #expect(Array(file[..<4_096]) == expected)
        #expect(Array(file[4_096..<8_192]) == expected)
    }

    @Test(arguments: [(1, 1), (4_000, 1), (4_001, 2), (8_064, 2), (8_065, 3), (4_000 + 100 * 4_064, 101)])
    func `a frame takes as many pages as its blocks need`(byteCount: Int, pages: Int) {
        #expect(JournalLayout.pageCount(forBlockBytes: byteCount) == pages)
    }

    @Test(arguments: [3_999, 4_000, 4_001, 4_064, 8_063, 8_064, 8_065, 12_128, 12_129])
    func `blocks of a size at the edge of a page are read as they were written`(byteCount: Int) throws {
        let journal = try JournalFolder(pages: 16)
        var writer = try journal.writer()
        var source = BlockSource(after: journal.origin)
        var groups: [[[UInt8]]] = []
        // One block that fills the pages, and two whose border lies there.
        groups.append([source.block(byteCount: byteCount)])
        groups.append([source.block(byteCount: byteCount - 500), source.block(byteCount: 500)])
        groups.append([source.block(byteCount: 126), source.block(byteCount: byteCount - 126), source.block([])])
        for group in groups { try writer.write(group) }
        let frames = try journal.walk().whole()
        #expect(frames.map(\.parts) == groups)
        let pages = groups.map { JournalLayout.pageCount(forBlockBytes: $0.joined().count) }
        #expect(frames.map { $0.range.count / 4_096 } == pages)
    }
}
