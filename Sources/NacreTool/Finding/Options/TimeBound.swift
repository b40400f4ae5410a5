package import DomainKit

/// A time, or a whole day in UTC.
package struct TimeBound: Hashable, Sendable, CustomStringConvertible {
    /// The time, or the beginning of the day.
    package let start: Instant

    /// The time, or the end of the day.
    package let end: Instant

    /// The time or the day as it was given.
    package let description: String

    /// Parses a time such as `2026-05-01T12:00:00Z`, or a day such as `2026-05-01`.
    ///
    /// - Throws: `TimeError`.
    package init(parsing text: String) throws(TimeError) {
        description = text
        guard text.utf8.count == "2026-05-01".utf8.count else {
            start = try Instant(parsing: text)
            end = start
            return
        }
        let start = Result { () throws(TimeError) in try Instant(parsing: text + "T00:00:00Z") }
        let end = Result { () throws(TimeError) in try Instant(parsing: text + "T23:59:59.999999999Z") }
        switch (start, end) {
        // The first and the last day are stored in part.
        case (.failure(let error), .success(let end)) where error.code == .outOfRange:
            (self.start, self.end) = (.earliest, end)
        case (.success(let start), .failure(let error)) where error.code == .outOfRange:
            (self.start, self.end) = (start, .latest)
        default: (self.start, self.end) = (try start.get(), try end.get())
        }
    }
}
