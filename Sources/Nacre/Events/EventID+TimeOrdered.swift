public import DomainKit

extension EventID {
    /// Creates a time-ordered id: a UUID version 7 as specified by RFC 9562, section 5.7.
    ///
    /// - Parameter time: The time, of which the id stores the milliseconds since 1970.
    /// - Returns: The id.
    public static func timeOrdered(at time: Instant) -> EventID {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(bitPattern: time.nanosecondsSince1970 / 1_000_000)
        // UUID version 7 of RFC 9562: milliseconds, version and 12 random bits; then the variant and 62 random bits.
        return EventID(
            high: milliseconds << 16 | 0x7000 | random.next() & 0x0FFF,
            low: 0b10 << 62 | random.next() >> 2)
    }
}
