import TestRandomness

/// Mutates an index: its manifest, segments and filters, with valid checksums.
struct IndexMutation {
    private(set) var story: [String] = []
    private var random: SeededGenerator
    private let others: [[UInt8]]

    private static let manifestBytes = 64
    private static let runBytes = 88

    init(_ random: SeededGenerator, others: [[UInt8]]) {
        self.random = random
        self.others = others
    }

    mutating func mutated(_ index: [RawEntry]) -> [RawEntry] {
        var index = index
        for _ in 0..<(random.chance(70) ? 1 : 2) {
            switch random.below(10) {
            case 0..<4: changeManifest(&index)
            case 4..<7: changeSegment(&index)
            case 7: changeFilter(&index)
            case 8: changeRuns(&index)
            default: story.append(random.shuffle(&index, others: others))
            }
        }
        if random.chance(30) { refit(&index) }
        return index
    }

    private static func isManifest(_ entry: RawEntry) -> Bool { entry.key == [0] }
    private static func isSegment(_ entry: RawEntry) -> Bool { entry.key.count == 25 && entry.key[0] == 1 }
    private static func isFilter(_ entry: RawEntry) -> Bool { entry.key.count == 17 && entry.key[0] == 0 }

    private mutating func changeManifest(_ index: inout [RawEntry]) {
        guard let place = index.firstIndex(where: Self.isManifest), index[place].value.count >= 72 else { return }
        var value = index[place].value
        let words = (value.count - 8) / 4
        // The header is small, and its fields matter most.
        let word = random.chance(30) ? 2 + random.below(14) : random.below(words)
        let bytes = word % 2 == 0 && random.chance(80) ? 8 : 4
        let old = value.number(at: 4 * word, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes, or: [value.number(at: 24), value.number(at: 40)])
        guard 4 * word + bytes <= value.count - 8 else { return }
        value.set(new, at: 4 * word, bytes: bytes)
        Self.sealManifest(&value)
        index[place].value = value
        story.append("byte \(4 * word) of the manifest: \(old) becomes \(new)")
    }

    private static func sealManifest(_ value: inout [UInt8]) {
        value.set(xxh3(value[..<(value.count - 8)]), at: value.count - 8)
    }

    private mutating func changeSegment(_ index: inout [RawEntry]) {
        guard let place = random.pick(index.indices.filter { Self.isSegment(index[$0]) }) else { return }
        var entry = index[place]
        guard entry.value.count > 48 else { return }
        if random.chance(50) {
            let (offset, bytes) =
                [(8, 8), (16, 8), (24, 8), (32, 8), (40, 2), (42, 2), (44, 1), (45, 1), (46, 2)][random.below(9)]
            let old = entry.value.number(at: offset, bytes: bytes)
            let new = random.wild(instead: old, bytes: bytes, or: [entry.key.bigEndian(at: 9)])
            entry.value.set(new, at: offset, bytes: bytes)
            story.append("byte \(offset) of segment \(place): \(old) becomes \(new)")
        } else if random.chance(80) {
            random.flip(&entry.value, in: 48..<entry.value.count)
            story.append("postings of segment \(place) changed")
        } else {
            let offset = [1, 9, 17][random.below(3)]
            let new = random.wild(instead: entry.key.bigEndian(at: offset), bytes: 8)
            entry.key.replaceSubrange(offset..<(offset + 8), with: [UInt8].key(new))
            story.append("byte \(offset) of the key of segment \(place) becomes \(new)")
        }
        entry.value.set(xxh3(entry.value[8...], seed: xxh3(entry.key)), at: 0)
        index[place] = entry
    }

    private mutating func changeFilter(_ index: inout [RawEntry]) {
        guard let place = random.pick(index.indices.filter { Self.isFilter(index[$0]) }) else { return }
        var entry = index[place]
        let blocks = (entry.value.count - 48) / 64
        guard blocks > 0 else { return }
        let block = random.below(blocks)
        let start = 48 + 64 * block
        random.flip(&entry.value, in: (start + 4)..<(start + 64))
        let number = entry.key.bigEndian(at: 9) &* 4_095 &+ UInt64(block)
        let seed = entry.key.bigEndian(at: 1) << 32 ^ number
        entry.value.set(xxh3(entry.value[(start + 4)..<(start + 64)], seed: seed), at: start, bytes: 4)
        index[place] = entry
        story.append("block \(block) of filter \(place) changed")
    }

    /// Removes, duplicates or swaps runs in the manifest.
    private mutating func changeRuns(_ index: inout [RawEntry]) {
        guard let place = index.firstIndex(where: Self.isManifest), index[place].value.count >= 72 else { return }
        let value = index[place].value
        let count = Int(value.number(at: 48, bytes: 4))
        let end = Self.manifestBytes + Self.runBytes * count
        guard count > 0, end <= value.count - 8 else { return }
        var runs = (0..<count).map {
            Array(value[(Self.manifestBytes + Self.runBytes * $0)..<(Self.manifestBytes + Self.runBytes * ($0 + 1))])
        }
        let (first, second) = (random.below(count), random.below(count))
        switch random.below(3) {
        case 0: runs.remove(at: first)
        case 1: runs.insert(runs[second], at: first)
        default: runs.swapAt(first, second)
        }
        var changed = Array(value[..<Self.manifestBytes]) + runs.joined() + value[end...]
        changed.set(UInt64(runs.count), at: 48, bytes: 4)
        Self.sealManifest(&changed)
        index[place].value = changed
        story.append("runs \(first) and \(second): \(count) become \(runs.count)")
    }

    /// Makes the manifest count the existing segments.
    private mutating func refit(_ index: inout [RawEntry]) {
        guard let place = index.firstIndex(where: Self.isManifest), index[place].value.count >= 72 else { return }
        var value = index[place].value
        let count = Int(value.number(at: 48, bytes: 4))
        guard Self.manifestBytes + Self.runBytes * count <= value.count - 8 else { return }
        let segments = index.filter(Self.isSegment).sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for run in 0..<count {
            let offset = Self.manifestBytes + Self.runBytes * run
            let own = segments.filter { $0.key.bigEndian(at: 1) == value.number(at: offset) }
            guard let first = own.first else { continue }
            var digest: UInt64 = 0
            for segment in own {
                var counted = [UInt8](repeating: 0, count: 24)
                counted.set(segment.key.bigEndian(at: 9), at: 0)
                counted.set(segment.key.bigEndian(at: 17), at: 8)
                counted.set(UInt64(segment.value.count), at: 16)
                digest = xxh3(counted, seed: digest)
            }
            value.set(first.key.bigEndian(at: 9), at: offset + 32)
            value.set(first.key.bigEndian(at: 17), at: offset + 40)
            value.set(UInt64(own.count), at: offset + 56)
            value.set(digest, at: offset + 64)
        }
        Self.sealManifest(&value)
        index[place].value = value
        story.append("the manifest counts the existing segments")
    }
}
