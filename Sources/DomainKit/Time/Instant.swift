/// A moment in time, exact to the nanosecond, that remembers with how many decimals it was written.
///
/// From 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z, counted without leap seconds as POSIX does.
/// Two instants are equal when their nanoseconds are, however many decimals they are shown with.
public struct Instant: Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z; before it, negative.
    public let nanosecondsSince1970: Int64

    /// How many decimals of a second are shown, from 0 to 9: never fewer than the nanoseconds need, so that what is
    /// shown is always exact.
    public let decimals: UInt8

    /// Creates an instant.
    ///
    /// - Parameters:
    ///   - nanosecondsSince1970: Nanoseconds since 1970-01-01T00:00:00Z.
    ///   - decimals: How many decimals to show. Where the nanoseconds need more, more are shown; more than nine count
    ///     as nine.
    public init(nanosecondsSince1970: Int64, decimals: UInt8) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        var decimals = min(decimals, 9)
        while nanosecondsSince1970 % Self.nanosecondsInLastDecimal[Int(decimals)] != 0 { decimals += 1 }
        self.decimals = decimals
    }

    /// How many nanoseconds the last of so many decimals stands for.
    static let nanosecondsInLastDecimal: [Int64] = [
        1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1000, 100, 10, 1,
    ]

    /// The calendar day in UTC.
    public var day: CalendarDay {
        CalendarDay(daysSince1970: Int(nanosecondsSince1970.flooredQuotient(by: 86_400_000_000_000)))
    }
}

extension Instant: Hashable, Comparable {
    /// Whether two instants are the same moment.
    public static func == (left: Instant, right: Instant) -> Bool {
        left.nanosecondsSince1970 == right.nanosecondsSince1970
    }

    /// Whether one instant is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// Hashes the moment; how many decimals are shown is no part of it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(nanosecondsSince1970)
    }
}

extension Int64 {
    /// The quotient rounded down, also below zero, where `/` rounds up.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
