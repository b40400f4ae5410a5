import Nacre

extension SplitMix64 {
    /// A UUID of version 7 (RFC 9562, section 5.7) for an event without an id, for nanoseconds since 1970.
    mutating func nextID(at now: Int64) -> EventID {
        let milliseconds = UInt64(bitPattern: now / 1_000_000)
        return EventID(high: milliseconds << 16 | 0x7000 | next() & 0x0FFF, low: 0b10 << 62 | next() >> 2)
    }
}
