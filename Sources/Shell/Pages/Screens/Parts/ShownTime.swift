import DomainKit

extension Instant {
    /// The time as it is shown without script, in UTC.
    ///
    /// An example: `27 Nov 2026, 07:23 UTC`.
    var shown: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // The text has a fixed form: 2026-11-27T07:23…
        let time = description.prefix(16).suffix(5)
        return "\(day.day) \(months[day.month - 1]) \(day.year), \(time) UTC"
    }
}
