import Nacre
import TestRandomness
import Testing

@testable import NacreLMDB

@Suite("A segment of the index")
struct SegmentTests {
    /// Bytes of a segment on the smallest pages there are, so that every width fills several.
    private static let pageBytes = IndexFormat.segmentBytes(pageSize: 4_096)

    /// Sorted postings whose hashes take a number of bytes, as do their positions.
    private static func postings(
        hashBytes: Int, positionBytes: Int, perHash: Int, seed: UInt64
    ) -> [Posting] {
        var generator = SeededGenerator(seed: seed)
        let number = { (generator: inout SeededGenerator, bytes: Int) in generator.next() >> UInt64(64 - 8 * bytes) }
        var postings: Set<Posting> = []
        var hash: UInt64 = 0
        for index in 0..<3_000 {
            if index % perHash == 0 { hash = number(&generator, hashBytes) }
            postings.insert(Posting(hash: hash, position: number(&generator, positionBytes)))
        }
        // The least and the greatest that the widths allow.
        let mask = { (bytes: Int) in UInt64.max >> UInt64(64 - 8 * bytes) }
        for hash in [0, mask(hashBytes)] {
            postings.insert(Posting(hash: hash, position: 0))
            postings.insert(Posting(hash: hash, position: mask(positionBytes) - 1))
        }
        return postings.sorted()
    }

    /// Calls a body with each segment that postings are packed into, and its postings.
    private static func forEachSegment(
        of postings: [Posting], limit: Int? = nil, _ body: (PackedSegment, ArraySlice<Posting>) throws -> Void
    ) throws {
        var packer = SegmentPacker(bytes: pageBytes, postings: limit)
        var start = 0
        while start < postings.count {
            let end = try start + packer.fill(from: postings[start...])
            let next = end < postings.count ? postings[end] : .end
            try body(PackedSegment(&packer, next: next, rank: 7), postings[start..<end])
            start = end
        }
    }

    @Test(
        "Every answer matches the packed array, whatever the widths", arguments: 1...8,
        [(1, 1), (2, 3), (3, 40), (4, 3_000), (5, 2), (6, 500), (7, 1), (8, 7)])
    func answers(hashBytes: Int, positions: (bytes: Int, perHash: Int)) throws {
        let postings = Self.postings(
            hashBytes: hashBytes, positionBytes: positions.bytes, perHash: positions.perHash,
            seed: UInt64(hashBytes * 10 + positions.bytes))
        try Self.forEachSegment(of: postings) { packed, expected in
            try packed.withSegment { segment in
                #expect(segment.count == expected.count)
                #expect((0..<segment.count).map { segment[$0] } == Array(expected))
                #expect(segment.first == expected.first)
                #expect(segment.hashCount == Set(expected.map(\.hash)).count)
                #expect(segment.rank == 7)
                #expect(segment.isLast == (expected.endIndex == postings.count))
                Self.checkSearches(segment, expected)
            }
        }
    }

    private static func checkSearches(_ segment: Segment, _ expected: ArraySlice<Posting>) {
        var asked = [Posting(hash: 0, position: 0), Posting(hash: .max, position: .max)]
        for posting in expected.enumerated().filter({ $0.offset % 5 == 0 }).map(\.element) {
            asked += [posting, Posting(hash: posting.hash, position: posting.position + 1)]
            asked += [Posting(hash: posting.hash, position: .max), Posting(hash: posting.hash &+ 1, position: 0)]
            if posting.position > 0 { asked.append(Posting(hash: posting.hash, position: posting.position - 1)) }
            if posting.hash > 0 { asked.append(Posting(hash: posting.hash - 1, position: .max)) }
        }
        for posting in asked {
            let less = expected.partitioningIndex { $0 >= posting } - expected.startIndex
            let notGreater = expected.partitioningIndex { $0 > posting } - expected.startIndex
            if segment.firstIndex(atLeast: posting) != less || segment.firstIndex(beyond: posting) != notGreater {
                Issue.record("a search for \(posting) leads astray")
            }
        }
    }

    @Test("A segment takes as many postings as fit, and at least the promised number")
    func full() throws {
        for (hashBytes, positionBytes, perHash) in [(8, 8, 2), (8, 8, 1), (8, 3, 1), (1, 2, 400), (8, 3, 100)] {
            let postings = Self.postings(
                hashBytes: hashBytes, positionBytes: positionBytes, perHash: perHash, seed: 5)
            try Self.forEachSegment(of: postings) { packed, expected in
                #expect(packed.value.count <= Self.pageBytes)
                guard expected.endIndex < postings.count else { return }
                #expect(expected.count >= IndexFormat.postingsPerSegment(pageSize: 4_096))
                let withNext = Self.minBytes(postings[expected.startIndex...expected.endIndex])
                #expect(withNext > Self.pageBytes)
                #expect(packed.value.count == Self.minBytes(expected))
            }
        }
    }

    /// The size of some postings according to the format's description.
    private static func minBytes(_ postings: ArraySlice<Posting>) -> Int {
        let bytes = { (difference: UInt64) in max(1, (64 - difference.leadingZeroBitCount + 7) / 8) }
        let hashes = Set(postings.map(\.hash))
        let positions = postings.map(\.position)
        let starts = hashes.count < postings.count ? 2 * hashes.count : 0
        return 48 + hashes.count * bytes((hashes.max() ?? 0) - (hashes.min() ?? 0)) + starts
            + positions.count * bytes((positions.max() ?? 0) - (positions.min() ?? 0))
    }

    @Test("A posting of a recurring term takes two bytes, one of a unique term ten")
    func size() throws {
        var generator = SeededGenerator(seed: 6)
        // Of every third event; and of one in a million hashes each.
        let recurring = (1...1_000 as ClosedRange<Position>).map { 9_000_000 + 3 * $0 }
        let apart = UInt64.max / 1_000_000
        let once = (1...300 as ClosedRange<UInt64>).map { $0 * apart + generator.next() % apart }
        for (postings, bytes) in [
            (recurring.map { Posting(hash: 5, position: $0) }, 2),
            (once.map { Posting(hash: $0, position: generator.next() % 10_000_000) }, 10),
        ] {
            var packer = SegmentPacker(bytes: Self.pageBytes, postings: nil)
            #expect(try packer.fill(from: postings[...]) == postings.count)
            let size = try PackedSegment(&packer, next: .end, rank: 0).value.count
            #expect(size - 48 <= postings.count * bytes + 3)
        }
    }

    @Test("A segment takes no more postings than its limit")
    func limit() throws {
        let postings = Self.postings(hashBytes: 1, positionBytes: 2, perHash: 9, seed: 3)
        try Self.forEachSegment(of: postings, limit: 6) { packed, expected in
            #expect(expected.count == min(6, postings.count - expected.startIndex))
        }
    }

    @Test(
        "Postings that are not in order are refused",
        arguments: [
            [Posting(hash: 5, position: 8), Posting(hash: 5, position: 8)],
            [Posting(hash: 5, position: 8), Posting(hash: 5, position: 7)],
            [Posting(hash: 5, position: 8), Posting(hash: 4, position: 9)],
        ])
    func disorder(postings: [Posting]) {
        var packer = SegmentPacker(bytes: Self.pageBytes, postings: nil)
        let taken = postings.withUnsafeBufferPointer { source in
            postings.indices.map { packer.append(postings[$0].hash, source, $0..<($0 + 1)) }
        }
        #expect(taken == [1, nil])
    }

    @Test("Positions of one hash that do not ascend are refused")
    func disorderWithin() {
        let positions: [Position] = [8, 20, 9, 30]
        var packer = SegmentPacker(bytes: Self.pageBytes, postings: nil)
        let taken = positions.map { Posting(hash: 5, position: $0) }.withUnsafeBufferPointer {
            packer.append(5, $0, 0..<4)
        }
        #expect(taken == nil)
    }

    @Test("Any changed or missing byte is detected")
    func damage() throws {
        let postings = Self.postings(hashBytes: 3, positionBytes: 3, perHash: 3, seed: 8)
        var packer = SegmentPacker(bytes: Self.pageBytes, postings: 40)
        _ = try packer.fill(from: postings[...])
        let packed = try PackedSegment(&packer, next: .end, rank: 0)
        for offset in packed.value.indices {
            for bit in [0, 7] as [UInt8] {
                var damaged = packed
                damaged.value[offset] ^= 1 << bit
                #expect(throws: UnusableIndex.self) { try damaged.withSegment { _ in } }
            }
            var shortened = packed
            shortened.value.removeLast(packed.value.count - offset)
            #expect(throws: UnusableIndex.self) { try shortened.withSegment { _ in } }
        }
        for offset in packed.key.indices {
            var moved = packed
            moved.key[offset] ^= 1
            #expect(throws: UnusableIndex.self) { try moved.withSegment { _ in } }
        }
        #expect(throws: UnusableIndex.self) {
            var longer = packed
            longer.value.append(0)
            try longer.withSegment { _ in }
        }
    }

    @Test("A false segment with a valid checksum is refused or read within its bounds")
    func forged() throws {
        let postings = Self.postings(hashBytes: 2, positionBytes: 2, perHash: 3, seed: 9)
        var packer = SegmentPacker(bytes: Self.pageBytes, postings: 40)
        let expected = postings[..<(try packer.fill(from: postings[...]))]
        let packed = try PackedSegment(&packer, next: .end, rank: 0)
        for offset in 8..<packed.value.count {
            for value in [0, 1, 9, 0x7F, 0xFF] as [UInt8] {
                var forged = packed
                forged.value[offset] = value
                forged.seal()
                do {
                    try forged.withSegment { segment in
                        for index in 0..<segment.count { _ = segment[index] }
                        for posting in expected {
                            #expect((0...segment.count).contains(segment.firstIndex(atLeast: posting)))
                            #expect((0...segment.count).contains(segment.firstIndex(beyond: posting)))
                        }
                    }
                } catch is UnusableIndex {}
            }
        }
    }
}

/// A segment's bytes and those of its key.
struct PackedSegment {
    static let run: UInt64 = 3
    var key: [UInt8]
    var value: [UInt8]

    init(_ packer: inout SegmentPacker, next: Posting, rank: UInt64) throws {
        let header = packer.header(next: next, rank: rank)
        key = SegmentKey(run: Self.run, packer.first).withBytes { Array($0) }
        value = Array(repeating: 0xAA, count: header.byteCount)
        let key = key
        value.withUnsafeMutableBytes { value in key.withUnsafeBytes { packer.write(header, key: $0, into: value) } }
        packer.removeAll()
    }

    /// Verifies the segment.
    func withSegment(_ body: (Segment) throws -> Void) throws {
        // A copy of the very size, so that the sanitizers see what is read beyond it.
        try key.withUnsafeBytes { key in
            try value.withUnsafeBytes { try body(Segment(key: key, $0, of: Self.run)) }
        }
    }

    /// Gives it a valid checksum.
    mutating func seal() {
        let key = key
        value.withUnsafeMutableBytes { value in
            let checksum = key.withUnsafeBytes { Segment.checksum(of: UnsafeRawBufferPointer(value), key: $0) }
            value.store(checksum, at: SegmentLayout.checksumOffset)
        }
    }
}

extension SegmentPacker {
    /// Packs postings, those of a hash at a time, until no further one fits.
    ///
    /// - Returns: The number of packed postings.
    mutating func fill(from postings: ArraySlice<Posting>) throws -> Int {
        let sorted = Array(postings)
        return try sorted.withUnsafeBufferPointer { source in
            var start = 0
            while start < source.count {
                let hash = source[start].hash
                let end = source[start...].firstIndex { $0.hash != hash } ?? source.count
                let taken = try #require(append(hash, source, start..<end))
                start += taken
                if start < end { break }
            }
            return start
        }
    }
}

extension ArraySlice {
    /// The first index whose element satisfies what all elements after it do too.
    fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
