/// Numbers distinct byte strings from 0, in order of their first appearance.
///
/// Looking up known bytes allocates nothing.
package struct ByteTable: Sendable {
    /// What is kept of a hash, beside the number plus one; 0 is a free place.
    private struct Place {
        var tag: UInt32 = 0
        var next: UInt32 = 0
    }

    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    /// The numbers at the places of their hashes, or at the next free ones.
    ///
    /// The count is a power of two.
    private var places = [Place](repeating: Place(), count: 64)

    /// What was read in advance; stored, because reading what is not used is left out by the compiler.
    private var touched: [Int] = []

    /// The number of distinct strings.
    package var count: Int { ranges.count }

    package init() {}

    /// The bytes with a number, as text.
    package func text(at number: Int) -> String { String(decoding: bytes[ranges[number]], as: UTF8.self) }

    /// Calls a closure with the bytes that have a number.
    package func withName<Result>(at number: Int, _ body: (Swift.Span<UInt8>) -> Result) -> Result {
        body(bytes.span.extracting(ranges[number]))
    }

    /// Touches the memory that looking up some byte strings needs.
    ///
    /// A table of many names does not fit into the caches of a processor, and each look-up of its own waits for memory
    /// several times.
    package mutating func prefetch(_ batch: NameBatch) {
        // Loops with one access each: a processor begins the accesses of later rounds while it waits for earlier ones.
        touched.removeAll(keepingCapacity: true)
        batch.forEachName { name in
            let place = Int(truncatingIfNeeded: Self.hash(name)) & (places.count - 1)
            touched.append(Int(places[place].next) - 1)
        }
        for index in touched.indices where touched[index] >= 0 { touched[index] = ranges[touched[index]].lowerBound }
        for index in touched.indices where touched[index] >= 0 { touched[index] = Int(bytes[touched[index]]) }
    }

    /// The number of bytes of all strings.
    package var byteCount: Int { bytes.count }

    /// Whether the bytes with a number are before those with another, byte by byte.
    package func isBefore(_ left: Int, _ right: Int) -> Bool {
        bytes[ranges[left]].lexicographicallyPrecedes(bytes[ranges[right]])
    }

    /// The number of some bytes, a new one if they are not known.
    package mutating func number(of name: Swift.Span<UInt8>) -> Int {
        let hash = Self.hash(name)
        let (known, place) = find(name, hash)
        if let known { return known }
        let start = bytes.count
        for index in name.indices { bytes.append(name[index]) }
        ranges.append(start..<bytes.count)
        places[place] = Place(tag: Self.tag(of: hash), next: UInt32(ranges.count))
        if ranges.count * 2 > places.count { grow() }
        return ranges.count - 1
    }

    /// The number of some bytes; `nil` if they are not known.
    package func knownNumber(of name: Swift.Span<UInt8>) -> Int? { find(name, Self.hash(name)).number }

    /// The number of some bytes, and their place or the free one at which they would be.
    @inline(__always)
    private func find(_ name: Swift.Span<UInt8>, _ hash: UInt64) -> (number: Int?, place: Int) {
        var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[index].next != 0 {
            let number = Int(places[index].next) - 1
            if places[index].tag == Self.tag(of: hash), isEqual(number, name) { return (number, index) }
            index = (index + 1) & (places.count - 1)
        }
        return (nil, index)
    }

    private static func tag(of hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }

    private func isEqual(_ number: Int, _ name: Swift.Span<UInt8>) -> Bool {
        let known = bytes.span.extracting(ranges[number])
        guard known.count == name.count else { return false }
        var index = 0
        while name.count - index >= 8 {
            if known.word(at: index) != name.word(at: index) { return false }
            index += 8
        }
        while index < name.count {
            if known[index] != name[index] { return false }
            index += 1
        }
        return true
    }

    private mutating func grow() {
        places = [Place](repeating: Place(), count: places.count * 2)
        for (number, range) in ranges.enumerated() {
            let hash = Self.hash(bytes.span.extracting(range))
            var index = Int(truncatingIfNeeded: hash) & (places.count - 1)
            while places[index].next != 0 { index = (index + 1) & (places.count - 1) }
            places[index] = Place(tag: Self.tag(of: hash), next: UInt32(number + 1))
        }
    }

    /// FNV-1a over words of eight bytes and the bytes that are left, with high and low bits mixed after each.
    private static func hash(_ name: Swift.Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var index = 0
        while name.count - index >= 8 {
            hash = (hash ^ name.word(at: index)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            index += 8
        }
        while index < name.count {
            hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
            index += 1
        }
        return hash ^ hash >> 29
    }
}

extension Swift.Span<UInt8> {
    /// Eight bytes as a number.
    @inline(__always)
    fileprivate func word(at index: Int) -> UInt64 {
        precondition(index >= 0 && count - index >= 8)
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    }
}
