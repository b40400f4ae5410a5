import Nacre
import TestRandomness
import TestTraits
import Testing

@testable import NacreLMDB

/// The last frame, of whose bytes only some arrived on the disk: it was not acknowledged, and ends the journal.
@Suite(.fewAtOnce) struct TornFrameTests {
    /// What was in the ring before the frame.
    enum Ground: CaseIterable {
        case zeros
        case earlierOpening
        case earlierLap
    }

    /// A journal of two frames and a third of five pages, with its bytes before and after the third was written.
    private struct Torn {
        let journal: JournalFolder
        let whole: [[[UInt8]]]
        let range: Range<Int>
        let before: [UInt8]
        let after: [UInt8]

        init(_ ground: Ground) throws {
            journal = try JournalFolder(pages: 9)
            var source = BlockSource(after: journal.origin)
            var writer = try journal.writer()
            if ground != .zeros {
                for number in 1...9 as ClosedRange<UInt64> {
                    try writer.write([source.block(byteCount: 3_000, filler: UInt8(number))])
                    writer.drain(through: number)
                }
                if ground == .earlierOpening { writer = try journal.writer(after: source.end) }
            }
            let groups = (0..<2).map { _ in [source.block(byteCount: 700), source.block(byteCount: 4_800)] }
            for group in groups { try writer.write(group) }
            before = try journal.bytes()
            try writer.write([source.block(byteCount: 20_000)])
            after = try journal.bytes()
            range = (8_192 + 4 * 4_096)..<(8_192 + 9 * 4_096)
            whole = groups
        }

        /// Checks that the first two frames are found, with only parts of the third in the file.
        func check(_ arrived: [Range<Int>], _ what: @autoclosure () -> String) throws {
            var bytes = Array(before[range])
            let written = after[range]
            for part in arrived {
                let start = written.startIndex + part.lowerBound
                bytes.replaceSubrange(part, with: written[start..<(start + part.count)])
            }
            guard bytes != Array(written) else { return }
            try journal.put(bytes, at: range.lowerBound)
            let walk = try journal.walk()
            // The mark of a page says that the frame was begun.
            let hasMark = (0..<5).contains {
                bytes.dropFirst($0 * 4_096).prefix(32).elementsEqual(written.dropFirst($0 * 4_096).prefix(32))
            }
            if walk.damage != nil || walk.frames.map(\.parts) != whole || walk.isTorn != hasMark {
                Issue.record("\(what()): \(walk.frames.count) frames, \(walk.damage?.message ?? "no damage")")
            }
        }
    }

    @Test(arguments: Ground.allCases)
    func `a frame torn between any two pages is the end`(ground: Ground) throws {
        let torn = try Torn(ground)
        #expect(try torn.journal.walk().frames.count == 3)
        // Any set of its five pages, but all.
        for set in 0..<31 {
            let pages = (0..<5).filter { set >> $0 & 1 == 1 }.map { ($0 * 4_096)..<(($0 + 1) * 4_096) }
            try torn.check(pages, "pages \(set)")
        }
    }

    @Test(arguments: Ground.allCases)
    func `a frame torn at any byte is the end`(ground: Ground) throws {
        let torn = try Torn(ground)
        var random = SeededGenerator(seed: 18)
        for _ in 0..<100 {
            let cut = random.below(torn.range.count)
            try torn.check([0..<cut], "the first \(cut) bytes")
            try torn.check([cut..<torn.range.count], "all but the first \(cut) bytes")
            let sectors = (0..<40).filter { _ in random.chance(50) }.map { ($0 * 512)..<(($0 + 1) * 512) }
            try torn.check(sectors, "sectors \(sectors.map { $0.lowerBound / 512 })")
        }
        // Bytes near the borders of its pages, and in its header.
        for cut in 0..<100 { try torn.check([0..<cut], "the first \(cut) bytes") }
        for border in 1..<5 {
            for cut in (border * 4_096 - 2)...(border * 4_096 + 33) {
                try torn.check([0..<cut], "the first \(cut) bytes")
            }
        }
    }

    @Test func `a torn frame with a changed number is the end, and no sign of a later frame`() throws {
        let torn = try Torn(.zeros)
        var bytes = Array(torn.after[torn.range])
        bytes[8] ^= 0x40
        bytes.replaceSubrange(4_096..., with: [UInt8](repeating: 0, count: 4 * 4_096))
        try torn.journal.put(bytes, at: torn.range.lowerBound)
        #expect(try torn.journal.walk().whole().map(\.parts) == torn.whole)
        // Neither is a frame that has become an earlier one.
        bytes[8] = 1
        try torn.journal.put(bytes, at: torn.range.lowerBound)
        #expect(try torn.journal.walk().whole().map(\.parts) == torn.whole)
    }

    @Test func `after a torn frame a new opening writes, and the torn frame is not believed any more`() throws {
        let torn = try Torn(.zeros)
        try torn.check([0..<4_096, 8_192..<12_288], "two pages")
        let end = try torn.journal.walk().end
        var writer = try torn.journal.writer(after: end)
        // Past the torn frame's number, though the nonce alone would tell them apart.
        #expect(writer.control.number == 4)
        var source = BlockSource(after: end)
        let group = [source.block(byteCount: 900)]
        try writer.write(group)
        #expect(try torn.journal.walk().whole().map(\.parts) == [group])
    }
}
