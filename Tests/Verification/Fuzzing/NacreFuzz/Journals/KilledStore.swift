import Nacre
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A store whose process was killed while its journal was in use.
struct KilledStore: Sendable {
    /// A frame that was acknowledged.
    struct Frame: Sendable {
        let number: UInt64
        var range: Range<Int>
        var blocks: [[UInt8]]
        let before: ParsedControl.LogEnd

        var end: ParsedControl.LogEnd? { blocks.last.map(KilledStore.end) }
    }

    /// How it was made.
    let name: String
    /// The store that it was made from.
    let shape: Specimen.Shape
    /// Whether the derived files of that store know more events than were acknowledged.
    let isBehindDerived: Bool
    /// The log, with the mark first.
    var log: [RawEntry]
    /// The journal; `nil` if there is none.
    var journal: [UInt8]?
    /// The frames from the start of walking, in order.
    var frames: [Frame]
    /// The number of the first frames that the log holds.
    var loggedFrames: Int
    let nonce: UInt64
    /// The journal of an earlier use of the same store, and that of another store.
    var others: [[UInt8]] = []

    /// The acknowledged log, with an empty mark.
    var acknowledged: [RawEntry] {
        var entries = log
        if let header = log.first.flatMap({ JournalBytes.unmarked($0.value) }) { entries[0].value = header }
        for frame in frames.dropFirst(loggedFrames) {
            entries += frame.blocks.map { RawEntry(key: .key($0.number(at: 16)), value: $0) }
        }
        return entries
    }

    /// The position of the last acknowledged event before the last frame.
    var positionBeforeLastFrame: Position? { frames.last?.before.position }

    static func end(of block: [UInt8]) -> ParsedControl.LogEnd {
        ParsedControl.LogEnd(
            position: block.number(at: 16) + block.number(at: 8, bytes: 4) - 1, checksum: block.number(at: 56))
    }

    /// Replaces a store's log in a folder, and adds the journal.
    func write(to folder: String) throws {
        try RawFile.make(folder + "/log.mdb", of: log)
        if let journal { try Data(journal).write(to: URL(filePath: folder + "/journal")) }
    }
}

extension KilledStore {
    /// Moves the last groups of a specimen into a journal, laid out as the seed decides.
    ///
    /// Some groups are in the log and in the journal, some in the log alone. Behind the last frame lies one that must
    /// not be believed: of an earlier use, though it would continue the log, or one that was not completed.
    init(_ specimen: Specimen, _ random: inout SeededGenerator) {
        let groups = specimen.groups
        let all = specimen.entries[.log] ?? []
        let header = all.first?.value ?? []
        let unbelieved = random.below(min(3, groups.count - 1))
        let end = groups.count - unbelieved
        let first = end - 1 - random.below(min(10, end))
        let logged = first + random.below(end - first)
        nonce = random.next() | 1
        let oldNonce = nonce ^ 0x10
        var number: UInt64 =
            switch random.below(10) {
            case 0: JournalBytes.maxNumber - UInt64(20 + random.below(4))
            case 1: 1 << 40
            default: 1 + UInt64(random.below(30))
            }
        log = [RawEntry(key: .key(0), value: JournalBytes.marked(header, nonce: nonce))]
        log += groups[..<logged].joined().map { RawEntry(key: .key($0.number(at: 16)), value: $0) }
        // Some groups went to the log directly.
        let framed = (first..<end).filter { $0 >= logged || random.chance(75) }
        let sizes = framed.map { JournalBytes.pages(for: groups[$0].reduce(0) { $0 + $1.count }) }
        let widest = (sizes.max() ?? 1) + 4
        let ringPages = sizes.reduce(0, +) + 2 * widest + random.below(8)
        var offset = JournalBytes.ring + random.below(ringPages) * JournalBytes.page
        var journal = [UInt8](repeating: 0, count: JournalBytes.ring + ringPages * JournalBytes.page)
        let id = header[8..<24]
        func place(_ blocks: [[UInt8]], nonce: UInt64) -> Range<Int> {
            let frame = JournalBytes.frame(blocks, of: id, nonce: nonce, number: number)
            if offset + frame.count > journal.count { offset = JournalBytes.ring }
            let range = offset..<(offset + frame.count)
            journal.replaceSubrange(range, with: frame)
            offset = range.upperBound
            return range
        }
        let firstOffset = offset
        var frames: [Frame] = []
        for index in framed {
            let before = index == 0 ? Self.header(header) : groups[index - 1].last.map(Self.end)
            let range = place(groups[index], nonce: nonce)
            frames.append(
                Frame(
                    number: number, range: range, blocks: groups[index],
                    before: before ?? Self.header(header)))
            number += 1
        }
        let loggedFrames = framed.count { $0 < logged }
        if unbelieved > 0, groups[end].reduce(0, { $0 + $1.count }) < 4 * 4_064 {
            let isTorn = random.chance(50)
            let range = place(groups[end], nonce: isTorn ? nonce : oldNonce)
            if isTorn { random.tear(&journal, range) }
        }
        // Walking begins at a frame that the log lacks, or before it; the second copy may be older.
        let starts = (0...loggedFrames).map { (index: $0, count: UInt64($0)) }
        let start = starts[random.below(starts.count)]
        let older = random.chance(50) ? start : starts[random.below(start.index + 1)]
        let writes = random.chance(10) ? JournalBytes.maxNumber - UInt64(random.below(3)) : 50
        for (copy, begin) in [start, older].enumerated() {
            let base = copy * JournalBytes.page
            journal.replaceSubrange(base..<(base + 4), with: "NCRJ".utf8)
            journal.set(1, at: base + 4, bytes: 2)
            journal.replaceSubrange((base + 8)..<(base + 24), with: id)
            journal.set(writes - (start.count - begin.count), at: base + 24)
            journal.set(nonce, at: base + 32)
            journal.set(UInt64(journal.count), at: base + 40)
            let frame = frames[begin.index]
            // The frame before says where this one was expected.
            let place = begin.index == 0 ? firstOffset : frames[begin.index - 1].range.upperBound
            journal.set(UInt64(place), at: base + 48)
            journal.set(frame.number, at: base + 56)
            journal.set(frame.before.position, at: base + 64)
            journal.set(frame.before.checksum, at: base + 72)
            JournalBytes.sealControl(&journal, copy: copy)
        }
        var earlier = journal
        for copy in 0..<2 {
            earlier.set(oldNonce, at: copy * JournalBytes.page + 32)
            JournalBytes.sealControl(&earlier, copy: copy)
        }
        shape = specimen.shape
        isBehindDerived = unbelieved > 0
        name = "\(specimen.shape), \(frames.count) frames of which the log has \(loggedFrames)"
        self.frames = Array(frames[start.index...])
        self.loggedFrames = loggedFrames - start.index
        self.journal = journal
        others = [earlier]
    }

    private static func header(_ value: [UInt8]) -> ParsedControl.LogEnd {
        ParsedControl.LogEnd(position: 0, checksum: value.number(at: 32))
    }
}

extension SeededGenerator {
    /// Removes some sectors of a frame, as an interrupted write leaves it.
    fileprivate mutating func tear(_ journal: inout [UInt8], _ range: Range<Int>) {
        let sectors = Array(stride(from: range.lowerBound, to: range.upperBound, by: 512))
        // At least one that has bytes of the frame: the first one of a page.
        let pages = sectors.filter { $0 % JournalBytes.page == 0 }
        let lost = Set([pages[below(pages.count)]] + sectors.filter { _ in chance(40) })
        for sector in lost {
            journal.replaceSubrange(sector..<(sector + 512), with: [UInt8](repeating: 0, count: 512))
        }
    }
}
