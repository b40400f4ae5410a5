internal import DomainKit

extension CalendarDay {
    // Months of 31 days: the numbers have gaps, but are ordered without a calendar.
    /// A number in the order of the days: 372 for each year, 31 for each month.
    var ordinal: UInt32 { UInt32(year * 372 + (month - 1) * 31 + day - 1) }

    /// The day of a number; `nil` if there is none.
    init?(ordinal: UInt64) {
        guard let number = Int(exactly: ordinal) else { return nil }
        do {
            try self.init(year: number / 372, month: number / 31 % 12 + 1, day: number % 31 + 1)
        } catch {
            return nil
        }
    }
}
