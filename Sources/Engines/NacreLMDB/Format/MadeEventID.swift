import Nacre

/// The ids that the store makes: UUIDs of version 8 (RFC 9562, section 5.8) that carry their event's position.
///
/// 48 bits of milliseconds since 1970, 40 bits of position, 34 random bits, and the version and variant of the RFC. The
/// position is a hint: an id made elsewhere looks the same, so it is confirmed in the log, with the index behind it.
/// An id whose hint is right needs no entry in the index.
struct MadeEventID {
    private static let positionBits: UInt64 = (1 << 40) - 1

    // SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), begun by the system: the
    // bits tell ids of several stores apart, and asking the system for each costs a system call an event.
    private var state: UInt64

    init() {
        var system = SystemRandomNumberGenerator()
        state = system.next()
    }

    /// Makes the id of the event at a position.
    mutating func next(position: Position, milliseconds: UInt64) -> EventID {
        let random = nextRandom() & ((1 << 34) - 1)
        let hint = position & Self.positionBits
        return EventID(
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

    /// The position that an id hints at; `nil` where it is not of this form.
    static func hintedPosition(of id: EventID) -> Position? {
        guard id.high >> 12 & 0xF == 8, id.low >> 62 == 0b10 else { return nil }
        return (id.high & 0xFFF) << 28 | id.low >> 34 & ((1 << 28) - 1)
    }
}
