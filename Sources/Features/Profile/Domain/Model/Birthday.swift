public import DomainKit

/// A birthday: a valid day of the Gregorian calendar, not in the future, at most 130 years back.
public struct Birthday: Sendable, Hashable, CustomStringConvertible {
    /// The day.
    public let day: CalendarDay

    /// How many years back a birthday may be.
    private static let yearsBack = 130

    /// Validates a birthday.
    ///
    /// - Parameters:
    ///   - text: The day as `YYYY-MM-DD`, exactly.
    ///   - today: The current day, in UTC.
    /// - Throws: `ValidationError` for the field `birthday`, with the text and the violated rule.
    public init(_ text: String, today: CalendarDay) throws(ValidationError) {
        func failure(_ message: String) -> ValidationError {
            ValidationError(ValidationFailure(field: "birthday", value: text, message: message))
        }
        let day: CalendarDay
        do {
            day = try CalendarDay(parsing: text)
        } catch {
            throw failure(
                error.code == .malformed
                    ? "is not written as a day: give it as YYYY-MM-DD"
                    : "is not a day of the calendar: give a real day as YYYY-MM-DD")
        }
        guard day <= today else {
            throw failure("is in the future: give a day up to today, \(today) in UTC")
        }
        // Compared field by field, because 29 February has no counterpart in most years.
        let years = (day.year, day.month, day.day)
        guard years >= (today.year - Self.yearsBack, today.month, today.day) else {
            throw failure("is more than \(Self.yearsBack) years before today, \(today): give a later day")
        }
        self.day = day
    }

    /// The day as `YYYY-MM-DD`.
    public var description: String { day.description }
}
