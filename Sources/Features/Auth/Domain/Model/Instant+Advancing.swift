package import DomainKit

extension Instant {
    /// The time after a duration, at most the latest that can be stored.
    package func advanced(by duration: Duration) -> Instant {
        let (seconds, attoseconds) = duration.components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = nanosecondsSince1970.addingReportingOverflow(whole)
        let (total, totalOverflows) = sum.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard !overflows, !sumOverflows, !totalOverflows else { return duration < .zero ? .earliest : .latest }
        return Instant(nanosecondsSince1970: total, decimals: decimals)
    }
}
