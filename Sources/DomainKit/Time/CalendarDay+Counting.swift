// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"
// (howardhinnant.github.io/date_algorithms.html). Years start on 1 March, so that the leap day is the last day of the
// year. Eras of 400 years all have the same number of days.
extension CalendarDay {
    private static let daysInEra = 146_097

    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    /// The number of days since 1970-01-01.
    ///
    /// It is negative before that day.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysInEra + dayOfEra - Self.daysBefore1970
    }

    /// Creates the day that is a number of days after 1970-01-01.
    ///
    /// It must be within the years of an ``Instant``.
    init(daysSince1970 days: Int) {
        let shifted = days + Self.daysBefore1970
        let era = (shifted >= 0 ? shifted : shifted - (Self.daysInEra - 1)) / Self.daysInEra
        let dayOfEra = shifted - era * Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            realYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
