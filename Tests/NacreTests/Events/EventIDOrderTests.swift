import Nacre
import Testing

@Suite struct EventIDOrderTests {
    /// Ids with no bit, the last, the first or every bit of each half set.
    private static let ids = [0, 1, 1 << 63, UInt64.max].flatMap { high in
        [0, 3, 1 << 63, UInt64.max].map { EventID(high: high, low: $0) }
    }

    /// The id as a UUID's 16 bytes.
    private static func bytes(_ id: EventID) -> [UInt8] {
        [id.high, id.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    @Test func `ids are ordered as their bytes`() {
        let expected = Self.ids.map(Self.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(Self.ids.shuffled().sorted().map(Self.bytes) == expected)
    }

    @Test func `the first half is compared before the second, without a sign bit`() {
        let ordered = [
            EventID(high: 0, low: .max), EventID(high: 1, low: 0), EventID(high: 1 << 63, low: 0),
            EventID(high: .max, low: 3),
        ]
        #expect(ordered.shuffled().sorted() == ordered)
    }

    @Test func `ids are equal exactly if all their bytes are, and then have equal hashes`() {
        #expect(Set(Self.ids + Self.ids).count == Self.ids.count)
    }
}
