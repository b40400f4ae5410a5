import TestRandomness

extension JournalMutation {
    // MARK: Blocks

    /// Mutates the blocks of a frame, as those of a log, and writes the frame again.
    mutating func changeBlocks(_ store: inout KilledStore) {
        guard let index = random.pick(store.frames.indices), let header = store.log.first else { return }
        var mutation = LogMutation(SeededGenerator(seed: random.next()), others: [])
        let blocks = store.frames[index].blocks.map { RawEntry(key: .key($0.number(at: 16)), value: $0) }
        let mutated = mutation.mutated([header] + blocks)
        store.frames[index].blocks = mutated.dropFirst().map(\.value).filter { $0.count >= 16 }
        story.append("frame \(store.frames[index].number): " + mutation.story.joined(separator: "; "))
        guard !store.frames[index].blocks.isEmpty else { return }
        isForged = true
        // The chain across all later frames, so that the changed content is recovered.
        let isChained = random.chance(60)
        if isChained { chain(&store, from: index) }
        for place in index..<(isChained ? store.frames.count : index + 1) { rewrite(&store, place) }
        if isChained { story.append("chain repaired") }
    }

    /// Makes each block of the frames refer to the one before it.
    private mutating func chain(_ store: inout KilledStore, from index: Int) {
        let frames = store.frames[index...]
        // `BlockSeal` takes the first checksum from where a header has it.
        var first = [UInt8](repeating: 0, count: 40)
        first.set(store.frames[index].before.checksum, at: 32)
        var entries = [RawEntry(key: .key(0), value: first)]
        entries += frames.flatMap(\.blocks).map { RawEntry(key: .key(0), value: $0) }
        BlockSeal.chain(&entries, from: 1, isRenumbered: false)
        BlockSeal.chain(&entries, from: 2, isRenumbered: random.chance(50))
        var rest = entries.dropFirst().map(\.value)[...]
        for place in frames.indices {
            let count = store.frames[place].blocks.count
            store.frames[place].blocks = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a frame in its place, or as much of it as the file has room for.
    private mutating func rewrite(_ store: inout KilledStore, _ index: Int) {
        guard var journal = store.journal, let header = store.log.first?.value, header.count >= 24 else { return }
        let frame = store.frames[index]
        let bytes = JournalBytes.frame(
            frame.blocks, of: header[8..<24], nonce: store.nonce, number: frame.number)
        let start = frame.range.lowerBound
        guard start + bytes.count <= journal.count else { return }
        journal.replaceSubrange(start..<(start + bytes.count), with: bytes)
        store.frames[index].range = start..<(start + bytes.count)
        store.journal = journal
    }

    // MARK: Places

    /// Exchanges, repeats, renumbers or moves frames.
    mutating func moveFrames(_ store: inout KilledStore) {
        guard var journal = store.journal, let frame = random.pick(store.frames), let other = random.pick(store.frames),
            max(frame.range.upperBound, other.range.upperBound) <= journal.count
        else { return }
        let bytes = Array(journal[frame.range])
        isForged = true
        switch random.below(5) {
        case 0:
            let second = Array(journal[other.range])
            put(second, at: frame.range.lowerBound, &journal)
            put(bytes, at: other.range.lowerBound, &journal)
            story.append("frames \(frame.number) and \(other.number) exchanged")
        case 1:
            put(bytes, at: other.range.lowerBound, &journal)
            story.append("frame \(frame.number) in the place of \(other.number)")
        case 2:
            let end = store.frames.last?.range.upperBound ?? JournalBytes.ring
            let place = random.chance(70) ? end : JournalBytes.ring
            let number = (store.frames.last?.number ?? 0) &+ 1
            put(Self.renumbered(bytes, number), at: place, &journal)
            story.append("frame \(frame.number) again as frame \(number) at \(place)")
        case 3:
            put([UInt8](repeating: 0, count: bytes.count), at: frame.range.lowerBound, &journal)
            let place = random.chance(50) ? JournalBytes.ring : frame.range.lowerBound + JournalBytes.page
            put(bytes, at: place, &journal)
            story.append("frame \(frame.number) at \(place)")
        default:
            // One frame is left out, and the next one has its number.
            put(Self.renumbered(Array(journal[other.range]), frame.number), at: frame.range.lowerBound, &journal)
            story.append("frame \(other.number) as frame \(frame.number)")
        }
        store.journal = journal
    }

    private func put(_ bytes: [UInt8], at place: Int, _ journal: inout [UInt8]) {
        guard place + bytes.count <= journal.count else { return }
        journal.replaceSubrange(place..<(place + bytes.count), with: bytes)
    }

    private static func renumbered(_ frame: [UInt8], _ number: UInt64) -> [UInt8] {
        var frame = frame
        for page in stride(from: 0, to: frame.count, by: JournalBytes.page) {
            frame.set(number, at: page + 8)
            JournalBytes.sealMark(&frame, at: page)
        }
        JournalBytes.sealFrame(&frame, 0..<frame.count)
        return frame
    }

    // MARK: The log

    /// Changes the mark in the log.
    mutating func changeLogMark(_ store: inout KilledStore) {
        guard var value = store.log.first?.value, value.count == 56 else { return }
        isForged = true
        if random.chance(50) {
            guard let header = JournalBytes.unmarked(value) else { return }
            store.log[0].value = header
            story.append("the mark is empty")
            return
        }
        let (offset, bytes) = [
            (0, 4), (4, 2), (6, 2), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8), (40, 8), (48, 8),
        ][random.below(10)]
        let old = value.number(at: offset, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes, or: values(of: store))
        value.set(new, at: offset, bytes: bytes)
        // The header's own checksum, too, or that of the mark alone.
        if random.chance(50), offset < 32, let header = JournalBytes.unmarked(value) {
            value.set(header.number(at: 32), at: 32)
        }
        if random.chance(90), offset != 48 { value.set(xxh3(value[..<48]), at: 48) }
        store.log[0].value = value
        story.append("byte \(offset) of the mark: \(old) becomes \(new)")
    }

    /// Makes the log older or newer, or changes its content without breaking its chain.
    mutating func changeLog(_ store: inout KilledStore) {
        isForged = true
        switch random.below(3) {
        case 0:
            let count = min(store.log.count - 1, 1 + random.below(4))
            store.log.removeLast(count)
            story.append("the log lacks its last \(count) blocks")
        case 1:
            let pending = store.frames.dropFirst(store.loggedFrames).flatMap(\.blocks)
            // A log that was cut before would have a hole.
            let end = store.log.count > 1 ? store.log.last.map { KilledStore.end(of: $0.value).position } ?? 0 : 0
            guard pending.first?.number(at: 16) == end + 1 else { return }
            let taken = pending.prefix(1 + random.below(max(1, pending.count)))
            store.log += taken.map { RawEntry(key: .key($0.number(at: 16)), value: $0) }
            story.append("the log has \(taken.count) blocks of pending frames")
        default:
            var mutation = LogMutation(SeededGenerator(seed: random.next()), others: [])
            var log = mutation.mutated(store.log)
            log.sort { $0.key.lexicographicallyPrecedes($1.key) }
            BlockSeal.chain(&log, from: 1, isRenumbered: false)
            // The verdict is about the journal: an inconsistent log has other cases.
            guard let header = log.first.flatMap({ JournalBytes.unmarked($0.value) }) else { return }
            var plain = log
            plain[0].value = header
            guard log.first?.value == store.log.first?.value, ParsedLog(plain).soundness != .broken else { return }
            store.log = log
            story.append("the log: " + mutation.story.joined(separator: "; "))
        }
    }
}
