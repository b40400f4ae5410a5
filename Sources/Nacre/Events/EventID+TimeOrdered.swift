public import DomainKit

extension EventID {
    /// A new id that sorts by time: a UUID of version 7 as RFC 9562, section 5.7, lays it out.
    ///
    /// - Parameter time: The moment, of which the id holds the milliseconds since 1970.
    /// - Returns: The id.
    public static func timeOrdered(at time: Instant) -> EventID {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(bitPattern: time.nanosecondsSince1970 / 1_000_000)
        return EventID(
            high: milliseconds << 16 | 0x7000 | random.next() & 0x0FFF,
            low: 0b10 << 62 | random.next() >> 2)
    }
}
