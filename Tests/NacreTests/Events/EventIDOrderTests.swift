import Nacre
import Testing

@Suite struct EventIDOrderTests {
    /// Ids of which the first, the last or no bit of each half is set, in no order.
    private static let ids = [0, 1, 1 << 63, UInt64.max].flatMap { high in
        [0, 3, 1 << 63, UInt64.max].map { EventID(high: high, low: $0) }
    }.shuffled()

    /// The id as a UUID's 16 bytes.
    private static func bytes(_ id: EventID) -> [UInt8] {
        [id.high, id.low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    @Test(arguments: ids) func `ids are ordered and compared as their bytes`(id: EventID) {
        for other in Self.ids {
            #expect((id < other) == Self.bytes(id).lexicographicallyPrecedes(Self.bytes(other)), "\(id) and \(other)")
            #expect((id == other) == (Self.bytes(id) == Self.bytes(other)), "\(id) and \(other)")
        }
    }

    @Test func `the first half decides before the second, and the highest bit is no sign`() {
        let ordered = [
            EventID(high: 0, low: .max), EventID(high: 1, low: 0), EventID(high: 1 << 63, low: 0),
            EventID(high: .max, low: 3),
        ]
        #expect(ordered.shuffled().sorted() == ordered)
    }
}
