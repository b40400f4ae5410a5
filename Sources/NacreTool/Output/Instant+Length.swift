import DomainKit

extension Instant {
    /// The nanoseconds to another moment, at most those that a number has room for: about 292 years.
    func nanoseconds(to end: Instant) -> Int64 {
        let (difference, hasOverflow) = end.nanosecondsSince1970.subtractingReportingOverflow(nanosecondsSince1970)
        guard hasOverflow else { return difference }
        return end > self ? .max : .min
    }
}
