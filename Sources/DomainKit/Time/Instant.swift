/// A point in time with nanosecond precision, which remembers the number of decimals that it was written with.
///
/// The range is 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z. Leap seconds are not counted, as in
/// POSIX time. Two instants are equal if their nanoseconds are, regardless of their decimals.
public struct Instant: Sendable {
    // FMT-08: Times are nanoseconds since 1970 in 64 bits, with their number of decimals.

    /// Nanoseconds since 1970-01-01T00:00:00Z; negative before that.
    public let nanosecondsSince1970: Int64

    /// The number of decimals of a second in the formatted text, from 0 to 9; never fewer than the nanoseconds need,
    /// so that the text is always exact.
    public let decimals: UInt8

    /// Creates an instant.
    ///
    /// - Parameters:
    ///   - nanosecondsSince1970: Nanoseconds since 1970-01-01T00:00:00Z.
    ///   - decimals: The number of decimals to format. It is raised if the nanoseconds need more, and limited to
    ///     nine.
    public init(nanosecondsSince1970: Int64, decimals: UInt8) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        var decimals = min(decimals, 9)
        // More decimals than asked for, where fewer would hide nanoseconds.
        while nanosecondsSince1970 % Self.nanosecondsInLastDecimal[Int(decimals)] != 0 { decimals += 1 }
        self.decimals = decimals
    }

    /// The nanoseconds in one unit of the last decimal, by the number of decimals.
    static let nanosecondsInLastDecimal: [Int64] = [
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1,
    ]

    /// The calendar day in UTC.
    public var day: CalendarDay {
        CalendarDay(daysSince1970: Int(nanosecondsSince1970.flooredQuotient(by: 86_400_000_000_000)))
    }
}

extension Instant: Hashable, Comparable {
    /// Whether both instants are the same point in time.
    public static func == (left: Instant, right: Instant) -> Bool {
        // Decimals are how a time is written, not when it is.
        left.nanosecondsSince1970 == right.nanosecondsSince1970
    }

    /// Whether the left instant is earlier than the right one.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// Hashes the point in time, without the number of decimals.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(nanosecondsSince1970)
    }
}

extension Int64 {
    /// The quotient rounded towards negative infinity, where `/` rounds towards zero.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
