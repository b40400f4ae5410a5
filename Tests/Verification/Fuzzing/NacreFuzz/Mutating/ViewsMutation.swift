import TestRandomness

/// Mutates read models: the file's header, the records of models, and rows, with valid checksums.
struct ViewsMutation {
    private(set) var story: [String] = []
    private var random: SeededGenerator
    private let others: [[UInt8]]

    init(_ random: SeededGenerator, others: [[UInt8]]) {
        self.random = random
        self.others = others
    }

    mutating func mutated(_ views: [RawEntry]) -> [RawEntry] {
        var views = views
        for _ in 0..<(random.chance(70) ? 1 : 2) {
            switch random.below(10) {
            case 0..<2: changeHeader(&views)
            case 2..<6: changeRecord(&views)
            case 6..<9: changeRow(&views)
            default: story.append(random.shuffle(&views, others: others))
            }
        }
        return views
    }

    private mutating func changeHeader(_ views: inout [RawEntry]) {
        guard let place = views.firstIndex(where: { $0.key == [0] }), views[place].value.count >= 24 else { return }
        var value = views[place].value
        switch random.below(3) {
        case 0:
            let new = random.wild(instead: value.number(at: 8, bytes: 4), bytes: 4)
            value.set(new, at: 8, bytes: 4)
            story.append("the next generation becomes \(new)")
        case 1:
            // One more generation to remove.
            var generation = [UInt8](repeating: 0, count: 4)
            generation.set(random.chance(70) ? UInt64(1 + random.below(8)) : random.next(), at: 0, bytes: 4)
            value.insert(contentsOf: generation, at: value.count - 8)
            value.set(value.number(at: 12, bytes: 4) + 1, at: 12, bytes: 4)
            story.append("generation \(generation.number(at: 0, bytes: 4)) is to be removed")
        default:
            let new = random.wild(instead: value.number(at: 12, bytes: 4), bytes: 4)
            value.set(new, at: 12, bytes: 4)
            story.append("the number of generations to be removed becomes \(new)")
        }
        value.set(xxh3(value[..<(value.count - 8)]), at: value.count - 8)
        views[place].value = value
    }

    private mutating func changeRecord(_ views: inout [RawEntry]) {
        let records = views.indices.filter { views[$0].key.first == 0 && views[$0].key.count > 1 }
        guard let place = random.pick(records), views[place].value.count >= 88 else { return }
        var value = views[place].value
        // Of the live tables, or of the shadow's if there are any.
        let tables = random.chance(30) && value.count >= 168 ? 80 : 0
        let (offset, bytes) = [
            (0, 4), (4, 1), (8, 8), (16, 8), (24, 8), (32, 8), (40, 8), (48, 8), (56, 8), (64, 8), (72, 1), (74, 2),
            (80, 1),
        ][random.below(13)]
        let old = value.number(at: tables + offset, bytes: bytes)
        let new = random.wild(instead: old, bytes: bytes)
        guard tables + offset + bytes <= value.count - 8 else { return }
        value.set(new, at: tables + offset, bytes: bytes)
        views[place].value = Self.sealed(record: value, under: views[place].key)
        story.append("byte \(tables + offset) of record \(place): \(old) becomes \(new)")
    }

    private static func sealed(record: [UInt8], under key: [UInt8]) -> [UInt8] {
        var record = record
        record.set(xxh3(record[..<(record.count - 8)], seed: xxh3(key)), at: record.count - 8)
        return record
    }

    private mutating func changeRow(_ views: inout [RawEntry]) {
        let rows = views.indices.filter { views[$0].key.first == 1 && views[$0].value.count >= 8 }
        guard let place = random.pick(rows) else { return }
        var entry = views[place]
        switch random.below(4) {
        case 0 where entry.value.count > 8:
            random.flip(&entry.value, in: 8..<entry.value.count)
        case 1:
            entry.value = Array(entry.value[..<8]) + random.bytes(random.below(60))
        case 2:
            entry.key[1 + random.below(5)] = UInt8(random.below(8))
        default:
            entry.value.removeLast(min(entry.value.count - 8, 1 + random.below(4)))
        }
        entry.value.set(xxh3(entry.value[8...], seed: xxh3(entry.key)), at: 0)
        if random.chance(70) { views[place] = entry } else { views.append(entry) }
        story.append("row \(place) changed")
    }
}
