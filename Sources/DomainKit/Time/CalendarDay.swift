/// A day of the proleptic Gregorian calendar, as in ISO 8601.
public struct CalendarDay: Sendable, Hashable {
    /// The year, from 0 to 9999; the year 0 is the one before the year 1.
    public let year: Int

    /// The month, from 1 to 12.
    public let month: Int

    /// The day of the month, from 1 to at most 31.
    public let day: Int

    /// Creates a day.
    ///
    /// - Parameters:
    ///   - year: The year, from 0 to 9999.
    ///   - month: The month, from 1 to 12.
    ///   - day: The day of the month, from 1 to its last day.
    /// - Throws: ``TimeError`` if there is no such day in the calendar.
    public init(year: Int, month: Int, day: Int) throws(TimeError) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            throw TimeError(
                code: .unreal,
                message: "day \(day) of month \(month) of year \(year) does not exist: "
                    + "give a year from 0 to 9999, a month from 1 to 12 and a day of that month")
        }
        let length = Self.length(ofMonth: month, in: year)
        guard day <= length else {
            throw TimeError(
                code: .unreal,
                message: "month \(month) of the year \(year) has no day \(day): give one from 1 to \(length)")
        }
        self.init(realYear: year, month: month, day: day)
    }

    /// Creates a day that is known to be valid.
    init(realYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The number of days in a month.
    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable {
    /// Whether the left day is before the right one.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}
