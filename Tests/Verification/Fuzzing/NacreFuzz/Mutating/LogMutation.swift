import TestRandomness

/// Mutates a log: a field of a block or a record, the blocks' order, or the chain, with valid or invalid checksums.
struct LogMutation {
    /// The mutations as text.
    private(set) var story: [String] = []
    private var random: SeededGenerator
    private let others: [[UInt8]]

    init(_ random: SeededGenerator, others: [[UInt8]]) {
        self.random = random
        self.others = others
    }

    /// A mutated copy of the entries.
    mutating func mutated(_ log: [RawEntry]) -> [RawEntry] {
        var log = log
        for _ in 0..<(random.chance(70) ? 1 : 2) {
            switch random.below(20) {
            case 0..<11: changeField(&log)
            case 11..<13: changeRecords(&log)
            case 13..<15: changeKey(&log)
            case 15: changeHeader(&log)
            default: story.append(random.shuffle(&log, others: others))
            }
        }
        if random.chance(45), log.count > 1 {
            log.sort { $0.key.lexicographicallyPrecedes($1.key) }
            let isRenumbered = random.chance(50)
            BlockSeal.chain(&log, from: 1, isRenumbered: isRenumbered)
            story.append(isRenumbered ? "chain and positions repaired" : "chain repaired")
        }
        return log
    }

    /// A block with a valid layout, and its number of events.
    private mutating func block(_ log: [RawEntry]) -> (index: Int, events: Int)? {
        guard let index = random.pick(log.indices.dropFirst()) else { return nil }
        let value = log[index].value
        let events = Int(value.number(at: 8, bytes: 4))
        let records = BlockSeal.records(of: value)
        guard value.count >= 64, events > 0, events < 100_000, records >= 64 + 12 * events, records <= value.count
        else {
            return nil
        }
        return (index, events)
    }

    private mutating func changeField(_ log: inout [RawEntry]) {
        guard let (index, events) = block(log) else { return }
        var value = log[index].value
        let (offset, bytes, name) = field(of: value, events: events)
        let old = value.number(at: offset, bytes: bytes)
        let known = log.map { $0.value.number(at: 16) } + log.map { $0.value.number(at: 56) }
        let new = random.wild(instead: old, bytes: bytes, or: known)
        value.set(new, at: offset, bytes: bytes)
        if random.chance(90) { BlockSeal.seal(&value, events: events) }
        log[index].value = value
        if name == "first position", random.chance(70) { log[index].key = .key(new) }
        story.append("\(name) of block \(index): \(old) becomes \(new)")
    }

    /// A field of a block, or of one of its records.
    private mutating func field(of value: [UInt8], events: Int) -> (offset: Int, bytes: Int, name: String) {
        let names = (Int(value.number(at: 40, bytes: 4)), Int(value.number(at: 44, bytes: 4)))
        let table = 64 + 12 * events
        let event = random.below(events)
        let record = Int(value.number(at: 64 + 8 * events + 4 * event, bytes: 4))
        switch random.below(24) {
        case 0: return (8, 4, "count")
        case 1: return (12, 4, "size")
        case 2: return (16, 8, "first position")
        case 3: return (24, 8, "time of recording")
        case 4: return (32, 8, "checksum of the block before")
        case 5: return (40, 4, "number of streams")
        case 6: return (44, 4, "number of types")
        case 7: return (48, 8, "number")
        case 8: return (4, 4, "format")
        case 9: return (64 + 8 * events + 4 * event, 4, "offset of record \(event)")
        case 10: return (table + 4 * random.below(max(names.0, 1)), 4, "offset of a stream")
        case 11: return (table + 4 * (names.0 + random.below(max(names.1, 1))), 4, "offset of a type")
        case 12: return (table + 4 * (names.0 + names.1) + random.below(20), 1, "a byte of a name")
        case 13: return (record, 1, "flags of record \(event)")
        case 14: return (record + 1, 1, "number of tags of record \(event)")
        case 15: return (record + 2, 2, "stream of record \(event)")
        case 16: return (record + 4, 2, "type of record \(event)")
        case 17: return (record + 6, 2, "schema of record \(event)")
        case 18, 19: return (record + 8, 8, "version of record \(event)")
        case 20: return (record + 16, 8, "time of record \(event)")
        case 21: return (record + 24 + 8 * random.below(2), 8, "id of record \(event)")
        case 22: return (record + 40, 4, "what follows the head of record \(event)")
        default: return (record + 40 + random.below(40), 1, "a byte of record \(event)")
        }
    }

    /// Removes, duplicates or swaps records.
    private mutating func changeRecords(_ log: inout [RawEntry]) {
        guard let (index, events) = block(log) else { return }
        let value = log[index].value
        let starts = (0..<events).map { Int(value.number(at: 64 + 8 * events + 4 * $0, bytes: 4)) } + [value.count]
        guard zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 && $1 <= value.count }) else { return }
        var records = (0..<events).map { Array(value[starts[$0]..<starts[$0 + 1]]) }
        let place = random.below(events)
        let other = random.below(events)
        switch random.below(3) {
        case 0 where events > 1: records.remove(at: place)
        case 1: records.insert(records[other], at: place)
        default: records.swapAt(place, other)
        }
        // The offsets of names are relative to the block, and move with the table.
        let names = Int(value.number(at: 40, bytes: 4)) + Int(value.number(at: 44, bytes: 4))
        let move = 12 * (records.count - events)
        var block = Array(value[..<64])
        block += [UInt8](repeating: 0, count: 12 * records.count)
        for name in 0..<min(names, 100_000) {
            var offset = [UInt8](repeating: 0, count: 4)
            // An offset that was mutated before may be too small to move.
            let moved = Int(value.number(at: 64 + 12 * events + 4 * name, bytes: 4)) + move
            offset.set(UInt64(truncatingIfNeeded: moved), at: 0, bytes: 4)
            block += offset
        }
        guard 64 + 12 * events + 4 * names <= starts[0] else { return }
        block += value[(64 + 12 * events + 4 * names)..<starts[0]]
        for (number, record) in records.enumerated() {
            block.set(UInt64(block.count), at: 64 + 8 * records.count + 4 * number, bytes: 4)
            block += record
        }
        block.set(UInt64(records.count), at: 8, bytes: 4)
        block.set(UInt64(block.count), at: 12, bytes: 4)
        BlockSeal.seal(&block, events: records.count)
        log[index].value = block
        story.append("records \(place) and \(other) of block \(index): \(events) become \(records.count)")
    }

    private mutating func changeKey(_ log: inout [RawEntry]) {
        guard let index = random.pick(log.indices.dropFirst()) else { return }
        let position = random.wild(instead: log[index].key.reduce(0) { $0 << 8 | UInt64($1) }, bytes: 8)
        log[index].key = .key(position)
        if random.chance(60) {
            log[index].value.set(position, at: 16)
            BlockSeal.sealTable(&log[index].value, records: BlockSeal.records(of: log[index].value))
        }
        story.append("block \(index) has position \(position)")
    }

    private mutating func changeHeader(_ log: inout [RawEntry]) {
        guard let header = log.first, header.value.count == 40 else { return }
        let (offset, bytes) = [(0, 4), (4, 2), (6, 2), (8, 8), (16, 8), (24, 8)][random.below(6)]
        let new = random.wild(instead: header.value.number(at: offset, bytes: bytes), bytes: bytes)
        log[0].value.set(new, at: offset, bytes: bytes)
        if random.chance(90) { log[0].value.set(xxh3(log[0].value[..<32]), at: 32) }
        story.append("byte \(offset) of the header becomes \(new)")
    }
}
