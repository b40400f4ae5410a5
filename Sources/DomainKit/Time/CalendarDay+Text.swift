extension CalendarDay: CustomStringConvertible {
    /// The day in ISO 8601 format: `2017-04-20`.
    public var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the ten ASCII bytes of ``description``.
    func write(to bytes: inout [UInt8]) {
        bytes.appendDigits(year, count: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(month, count: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(day, count: 2)
    }

    /// Parses a day in ISO 8601 format: `2017-04-20`, with four, two and two digits.
    ///
    /// - Parameter text: The text, without surrounding white space.
    /// - Throws: ``TimeError`` with the text and the problem.
    /// - Complexity: O(1).
    public init(parsing text: String) throws(TimeError) {
        var digits = try DigitReader(text.utf8.span, form: "a day is written YYYY-MM-DD")
        try self.init(&digits)
        try digits.end()
    }

    /// Parses the day at the start of a longer text.
    init(_ digits: inout DigitReader) throws(TimeError) {
        let year = try digits.number(digits: 4, named: "year", in: 0...9999)
        try digits.skip("-")
        let month = try digits.number(digits: 2, named: "month", in: 1...12)
        try digits.skip("-")
        let day = try digits.number(digits: 2, named: "day", in: 1...31)
        let length = Self.length(ofMonth: month, in: year)
        guard day <= length else {
            throw digits.error(
                .unreal, "does not exist: month \(month) of the year \(year) has \(length) days")
        }
        self.init(realYear: year, month: month, day: day)
    }
}
