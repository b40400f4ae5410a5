import TestRandomness

extension SeededGenerator {
    /// A replacement for a number: an end of its range, a neighbour, a power of two, or a random one.
    mutating func wild(instead old: UInt64, bytes: Int, or known: [UInt64] = []) -> UInt64 {
        switch below(10) {
        case 0: 0
        case 1: 1
        case 2: .max
        case 3: .max - UInt64(below(3))
        case 4: old &+ 1
        case 5: old &- 1
        case 6: 1 << UInt64(below(8 * bytes))
        case 7: (1 << UInt64(below(8 * bytes))) - 1
        case 8: known.randomElement(using: &self) ?? old &+ UInt64(below(9)) &- 4
        default: next()
        }
    }

    /// A random element; `nil` if there are none.
    mutating func pick<Element>(_ elements: some RandomAccessCollection<Element>) -> Element? {
        elements.randomElement(using: &self)
    }

    /// Flips some bits in a range of bytes.
    mutating func flip(_ bytes: inout [UInt8], in range: Range<Int>) {
        let range = range.clamped(to: bytes.indices)
        guard !range.isEmpty else { return }
        for _ in 0..<(1 + below(3)) {
            bytes[Int.random(in: range, using: &self)] ^= 1 << UInt8(below(8))
        }
    }

    /// Mutates the entries of a file: removes, duplicates, swaps, truncates or extends
    /// entries, or gives one another key or another file's value.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - others: Values of other files and stores.
    /// - Returns: The mutation as text.
    mutating func shuffle(_ entries: inout [RawEntry], others: [[UInt8]]) -> String {
        guard !entries.isEmpty else { return "nothing" }
        let index = below(entries.count)
        let other = below(entries.count)
        switch below(9) {
        case 0:
            entries.remove(at: index)
            return "entry \(index) removed"
        case 1:
            (entries[index].value, entries[other].value) = (entries[other].value, entries[index].value)
            return "values of entries \(index) and \(other) swapped"
        case 2:
            entries[index].value = entries[other].value
            return "value of entry \(other) also under the key of \(index)"
        case 3:
            entries[index].value.removeLast(min(entries[index].value.count, 1 + below(64)))
            return "value of entry \(index) truncated"
        case 4:
            entries[index].value += bytes(1 + below(64))
            return "value of entry \(index) extended"
        case 5:
            flip(&entries[index].key, in: 0..<entries[index].key.count)
            return "key of entry \(index) changed"
        case 6:
            entries.append(RawEntry(key: bytes(1 + below(30)), value: entries[other].value))
            return "value of entry \(other) under an unused key"
        case 7:
            entries[index].value = pick(others) ?? []
            return "another file's value under the key of entry \(index)"
        default:
            flip(&entries[index].value, in: 0..<entries[index].value.count)
            return "bits of entry \(index) changed"
        }
    }
}
