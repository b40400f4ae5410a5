extension Instant {
    /// Parses an instant in UTC in RFC 3339 format: `2017-04-20T11:13:14Z`, with up to nine decimals of a second.
    ///
    /// Only what ``description`` can write is accepted, so that parsing and formatting preserves the bytes: capital
    /// `T` and `Z`, no offset, no leap second (`:60`), a valid day.
    ///
    /// - Parameter text: The text, without surrounding white space.
    /// - Throws: ``TimeError`` with the text and the problem.
    /// - Complexity: O(1).
    public init(parsing text: String) throws(TimeError) {
        try self.init(parsing: text.utf8.span)
    }

    /// Parses an instant from the bytes of its text, in place.
    ///
    /// - Parameter bytes: The bytes of the text, without surrounding white space.
    /// - Throws: ``TimeError`` with the text and the problem.
    /// - Complexity: O(1).
    public init(parsing bytes: Span<UInt8>) throws(TimeError) {
        var digits = try DigitReader(
            bytes, form: "a time is written YYYY-MM-DDThh:mm:ssZ, in UTC, with up to nine decimals of a second")
        let day = try CalendarDay(&digits)
        try digits.skip("T")
        let hour = try digits.number(digits: 2, named: "hour", in: 0...23)
        try digits.skip(":")
        let minute = try digits.number(digits: 2, named: "minute", in: 0...59)
        try digits.skip(":")
        let second = try digits.number(digits: 2, named: "second", in: 0...59)
        let fraction = digits.skipIfPresent(".") ? try digits.fraction() : (nanoseconds: 0, decimals: 0)
        try digits.skip("Z")
        try digits.end()

        var seconds = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        var nanoseconds = fraction.nanoseconds
        // Counting down from the next second keeps the earliest instants from overflowing.
        if seconds < 0, nanoseconds > 0 {
            seconds += 1
            nanoseconds -= 1_000_000_000
        }
        let (product, productOverflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(nanoseconds)
        guard !productOverflows, !sumOverflows else {
            throw digits.error(
                .outOfRange,
                "is outside the range that can be stored: give a time from \(Instant.earliest) to \(Instant.latest)")
        }
        self.init(nanosecondsSince1970: sum, decimals: fraction.decimals)
    }

    /// The earliest instant: 1677-09-21T00:12:43.145224192Z.
    public static let earliest = Instant(nanosecondsSince1970: .min, decimals: 9)

    /// The latest instant: 2262-04-11T23:47:16.854775807Z.
    public static let latest = Instant(nanosecondsSince1970: .max, decimals: 9)
}
