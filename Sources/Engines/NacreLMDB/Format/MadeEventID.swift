import Nacre

/// Generates event ids: UUIDs of version 8 (RFC 9562, section 5.8) that contain the event's position.
///
/// Layout: 48 bits of milliseconds since 1970, 40 bits of position, 34 random bits, and the RFC's version and variant.
/// The position is only a hint, confirmed in the log with the index as fallback, because an id generated elsewhere
/// looks the same. An id with a correct hint needs no entry in the index.
struct MadeEventID {
    private static let positionBits: UInt64 = (1 << 40) - 1

    // SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), seeded by the system. The
    // bits distinguish ids of different stores; the system's generator would cost a system call for each event.
    private var state: UInt64

    init() {
        var system = SystemRandomNumberGenerator()
        state = system.next()
    }

    /// Generates the id of the event at a position.
    mutating func next(position: Position, milliseconds: UInt64) -> EventID {
        let random = nextRandom() & ((1 << 34) - 1)
        let hint = position & Self.positionBits
        return EventID(
            // The time first, so that ids sort roughly by age, as those of version 7 do.
            high: milliseconds << 16 | 0x8000 | hint >> 28,
            low: 0b10 << 62 | (hint & ((1 << 28) - 1)) << 34 | random)
    }

    private mutating func nextRandom() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// The position in an id; `nil` if the id is not of this form.
    static func hintedPosition(of id: EventID) -> Position? {
        // FMT-09: Ids made by the store carry their position as a hint.
        guard id.high >> 12 & 0xF == 8, id.low >> 62 == 0b10 else { return nil }
        return (id.high & 0xFFF) << 28 | id.low >> 34 & ((1 << 28) - 1)
    }
}
