import Histogram

/// The latencies of all writers and slices of a run.
package struct LatencyRecorder: Sendable {
    // Three significant digits from a nanosecond to an hour: 0.1 % of any latency, in under 300 KB.
    private var histogram = Histogram<UInt64>(
        lowestDiscernibleValue: 1, highestTrackableValue: longest, numberOfSignificantValueDigits: .three)
    private static let longest: UInt64 = 3_600_000_000_000
    private var greatest: UInt64 = 0
    private var sum = 0.0

    package init() {}

    package mutating func record(_ nanoseconds: UInt64) {
        histogram.record(min(nanoseconds, histogram.highestTrackableValue))
        greatest = max(greatest, nanoseconds)
        sum += Double(nanoseconds)
    }

    package mutating func record(_ nanoseconds: [UInt64]) {
        for value in nanoseconds { record(value) }
    }

    package mutating func merge(_ other: LatencyRecorder) {
        histogram.add(other.histogram)
        greatest = max(greatest, other.greatest)
        sum += other.sum
    }

    /// Sub-buckets of each bucket of the histogram: for three digits, the power of two above twice a thousand.
    package static let subBuckets = 2_048

    /// Buckets of the histogram, each with twice the range of the one before.
    package static let buckets = UInt64.bitWidth - (longest / UInt64(subBuckets)).leadingZeroBitCount + 1

    package var count: Int { Int(histogram.totalCount) }

    /// The percentiles; `nil` if nothing was recorded.
    package var summary: LatencySummary? {
        guard histogram.totalCount > 0 else { return nil }
        return LatencySummary(
            p50: percentile(50), p90: percentile(90), p99: percentile(99), p999: percentile(99.9),
            p9999: percentile(99.99), max: greatest, mean: sum / Double(count), count: count)
    }

    /// The whole distribution; `nil` if nothing was recorded.
    package var distribution: LatencyDistribution? {
        guard histogram.totalCount > 0 else { return nil }
        let values = Array(histogram.percentiles(ticksPerHalfDistance: 5))
        return LatencyDistribution(
            percentiles: values.map(\.percentileLevelIteratedTo),
            nanoseconds: values.map { min($0.value, greatest) },
            counts: values.map { UInt64($0.totalCountToThisValue) }, mean: sum / Double(count),
            standardDeviation: histogram.stdDeviation, max: greatest)
    }

    // A bucket's upper edge can exceed the greatest value in it.
    private func percentile(_ percent: Double) -> UInt64 { min(histogram.valueAtPercentile(percent), greatest) }
}

/// Percentiles of a latency, in nanoseconds.
package struct LatencySummary: Hashable, Sendable, Codable {
    package var p50: UInt64
    package var p90: UInt64
    package var p99: UInt64
    package var p999: UInt64

    /// The 99.99th percentile; `nil` in older reports, as are ``mean`` and ``count``.
    package var p9999: UInt64?

    package var max: UInt64
    package var mean: Double?

    /// The number of latencies: with fewer than 10,000, the last percentiles coincide.
    package var count: Int?

    /// With fewer latencies than this, the 99th percentile is the maximum.
    package static let fewestOfP99 = 100

    private enum CodingKeys: String, CodingKey {
        case p50
        case p90
        case p99
        case p999 = "p99.9"
        case p9999 = "p99.99"
        case max
        case mean
        case count
    }
}
