import TestRandomness

/// Mutates a journal in use, or the end of its log: with valid checksums, or as a disk damages a file.
struct JournalMutation {
    /// The mutations as text.
    var story: [String] = []
    /// Whether something was changed behind a valid checksum, or a file was replaced by another valid one.
    var isForged = false
    var random: SeededGenerator

    init(_ random: SeededGenerator) {
        self.random = random
    }

    /// A mutated copy of a store; one in twenty is left as it is.
    mutating func mutated(_ store: KilledStore) -> KilledStore {
        var store = store
        guard !random.chance(5) else {
            story.append("nothing")
            return store
        }
        for _ in 0..<(random.chance(75) ? 1 : 2) {
            switch random.below(26) {
            case 0..<5: changeControl(&store)
            case 5..<9: changeMark(&store)
            case 9..<12: changeFrameHeader(&store)
            case 12..<15: changeBlocks(&store)
            case 15..<17: moveFrames(&store)
            case 17..<19: damage(&store)
            case 19..<21: changeFile(&store)
            case 21..<24: changeLogMark(&store)
            default: changeLog(&store)
            }
        }
        return store
    }

    /// Values that fields of this journal have: nonces, numbers, offsets, sizes, positions and checksums.
    func values(of store: KilledStore) -> [UInt64] {
        var values: [UInt64] = [store.nonce, store.nonce ^ 0x10, UInt64(store.journal?.count ?? 0)]
        for frame in store.frames {
            values += [frame.number, frame.before.position, frame.before.checksum]
            values += [frame.range.lowerBound, frame.range.upperBound, frame.range.count].map { UInt64($0) }
        }
        return values
    }

    // MARK: Fields

    private mutating func changeControl(_ store: inout KilledStore) {
        guard var journal = store.journal, journal.count >= JournalBytes.ring else { return }
        let fields = [
            ("magic", 0, 4), ("format", 4, 2), ("reserved", 6, 2), ("store", 8, 8), ("write count", 24, 8),
            ("nonce", 32, 8), ("size", 40, 8), ("start", 48, 8), ("number", 56, 8), ("position", 64, 8),
            ("block checksum", 72, 8), ("reserved", 80 + 8 * random.below(500), 8),
        ]
        // Where walking begins matters most.
        let (name, offset, bytes) = fields[random.chance(60) ? 6 + random.below(5) : random.below(fields.count)]
        let known = values(of: store)
        let old = journal.number(at: offset, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes, or: known)
        let copies = random.chance(70) ? [0, 1] : [random.below(2)]
        let isNewest = copies.count == 1 && random.chance(60)
        for copy in copies {
            journal.set(new, at: copy * JournalBytes.page + offset, bytes: bytes)
            // One copy counts only if it is the newest.
            if isNewest, name != "write count" {
                let count = copy * JournalBytes.page + 24
                journal.set(journal.number(at: count) &+ 1, at: count)
            }
        }
        if random.chance(92) {
            for copy in copies { JournalBytes.sealControl(&journal, copy: copy) }
            isForged = true
        }
        store.journal = journal
        story.append("\(name) of control page \(copies): \(old) becomes \(new)\(isNewest ? ", newest" : "")")
    }

    /// A field of one page's mark, or of all marks of a frame.
    private mutating func changeMark(_ store: inout KilledStore) {
        guard var journal = store.journal, let frame = random.pick(store.frames),
            frame.range.upperBound <= journal.count
        else { return }
        let (name, offset, bytes) = [("nonce", 0, 8), ("number", 8, 8), ("index", 16, 4), ("page count", 20, 4)][
            random.below(4)]
        var pages = Array(stride(from: frame.range.lowerBound, to: frame.range.upperBound, by: JournalBytes.page))
        if random.chance(50) { pages = [pages[random.below(pages.count)]] }
        let old = journal.number(at: pages[0] + offset, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes, or: values(of: store))
        let sealsMarks = random.chance(90)
        for page in pages {
            journal.set(new, at: page + offset, bytes: bytes)
            if sealsMarks { JournalBytes.sealMark(&journal, at: page) }
        }
        let sealsFrame = random.chance(80)
        if sealsFrame { JournalBytes.sealFrame(&journal, frame.range) }
        isForged = isForged || sealsMarks || sealsFrame
        store.journal = journal
        story.append("\(name) of \(pages.count) pages of frame \(frame.number): \(old) becomes \(new)")
    }

    private mutating func changeFrameHeader(_ store: inout KilledStore) {
        guard var journal = store.journal, let frame = random.pick(store.frames),
            frame.range.upperBound <= journal.count
        else { return }
        let fields = [
            ("magic", 32, 4), ("format", 36, 2), ("reserved", 38, 2), ("store", 40, 8), ("size of blocks", 56, 8),
            ("number of blocks", 64, 4), ("reserved", 68, 4), ("first position", 72, 8), ("checksum before", 80, 8),
            ("size of blocks", 56, 8), ("first position", 72, 8),
        ]
        let (name, offset, bytes) = fields[random.below(fields.count)]
        let old = journal.number(at: frame.range.lowerBound + offset, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes, or: values(of: store))
        journal.set(new, at: frame.range.lowerBound + offset, bytes: bytes)
        if random.chance(95) {
            JournalBytes.sealFrame(&journal, frame.range)
            isForged = true
        }
        store.journal = journal
        story.append("\(name) of frame \(frame.number): \(old) becomes \(new)")
    }

    // MARK: Damage

    /// Changes bytes as a disk does.
    private mutating func damage(_ store: inout KilledStore) {
        guard var journal = store.journal, !journal.isEmpty else { return }
        let pages = journal.count / JournalBytes.page
        let page: Int
        switch random.below(3) {
        case 0: page = random.below(min(2, max(1, pages)))
        case 1: page = random.below(max(1, pages))
        default: page = (random.pick(store.frames)?.range.lowerBound ?? 0) / JournalBytes.page
        }
        // The file may be shorter already.
        let range = (page * JournalBytes.page..<(page + 1) * JournalBytes.page).clamped(to: 0..<journal.count)
        guard !range.isEmpty else { return }
        switch random.below(5) {
        case 0:
            journal.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
            story.append("page \(page) is lost")
        case 1:
            let sector = (range.lowerBound + 512 * random.below(8))..<(range.lowerBound + 512 * 8)
            let part = sector.prefix(512).clamped(to: range)
            journal.replaceSubrange(part, with: random.bytes(part.count))
            story.append("a sector at \(part.lowerBound) is random")
        case 2 where pages > 2:
            let other = JournalBytes.page * random.below(pages)
            let copy = Array(journal[other..<(other + range.count)])
            journal.replaceSubrange(range, with: copy)
            // An older page in the place of another one has valid checksums.
            isForged = true
            story.append("page \(page) is replaced by page \(other / JournalBytes.page)")
        case 3: flip(&journal, range.prefix(100).clamped(to: range))
        default: flip(&journal, range)
        }
        store.journal = journal
    }

    private mutating func flip(_ journal: inout [UInt8], _ range: Range<Int>) {
        random.flip(&journal, in: range)
        story.append("bits at \(range.lowerBound) to \(range.upperBound) changed")
    }

    /// Changes the size of the file, or replaces it by another one.
    private mutating func changeFile(_ store: inout KilledStore) {
        guard var journal = store.journal else { return }
        switch random.below(8) {
        case 0:
            store.journal = nil
            story.append("journal removed")
        case 1:
            store.journal = []
            story.append("journal emptied")
        case 2, 3:
            let pages = journal.count / JournalBytes.page
            let size = random.chance(50) ? random.below(journal.count) : random.below(pages) * JournalBytes.page
            store.journal = Array(journal.prefix(size))
            story.append("journal truncated to \(size) bytes")
        case 4, 5:
            let size = random.chance(50) ? 1 + random.below(9_000) : JournalBytes.page * (1 + random.below(20))
            journal += random.chance(50) ? [UInt8](repeating: 0, count: size) : random.bytes(size)
            if random.chance(50) {
                // A larger ring, whose frames wrap elsewhere.
                for copy in 0..<2 {
                    journal.set(UInt64(journal.count), at: copy * JournalBytes.page + 40)
                    JournalBytes.sealControl(&journal, copy: copy)
                }
                isForged = true
            }
            store.journal = journal
            story.append("journal extended by \(size) bytes")
        default:
            guard let other = random.pick(store.others) else { return }
            store.journal = other
            story.append("journal replaced by another")
        }
    }
}

extension Range<Int> {
    /// The first values of a range.
    fileprivate func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
