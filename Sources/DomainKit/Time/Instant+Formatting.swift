extension Instant: CustomStringConvertible {
    /// The instant in UTC in RFC 3339 format, with exactly ``decimals`` decimals: `2017-04-20T11:13:14.123Z`.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(30)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of ``description`` without creating a string.
    ///
    /// - Parameter bytes: The buffer to append the 20 to 30 ASCII bytes to.
    public func write(to bytes: inout [UInt8]) {
        let seconds = nanosecondsSince1970.flooredQuotient(by: 1_000_000_000)
        let days = seconds.flooredQuotient(by: 86_400)
        let secondOfDay = Int(seconds - days * 86_400)
        CalendarDay(daysSince1970: Int(days)).write(to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        bytes.appendDigits(secondOfDay / 3600, count: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(secondOfDay / 60 % 60, count: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(secondOfDay % 60, count: 2)
        if decimals > 0 {
            // The product of the floored seconds can be below `Int64.min`; the difference cannot.
            let nanoseconds = nanosecondsSince1970 &- seconds &* 1_000_000_000
            bytes.append(UInt8(ascii: "."))
            bytes.appendDigits(
                Int(nanoseconds / Self.nanosecondsInLastDecimal[Int(decimals)]), count: Int(decimals))
        }
        bytes.append(UInt8(ascii: "Z"))
    }
}

extension [UInt8] {
    /// Appends a non-negative number with the given number of decimal digits, with leading zeros.
    mutating func appendDigits(_ number: Int, count: Int) {
        let start = self.count
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
        var rest = number
        for index in stride(from: start + count - 1, through: start, by: -1) {
            self[index] += UInt8(rest % 10)
            rest /= 10
        }
    }
}
