import Histogram

/// How long appends took, over all writers and slices of a run.
struct LatencyRecorder: Sendable {
    // Three digits from a nanosecond to an hour: 0.1 % of any latency, in under 300 KB.
    private var histogram = Histogram<UInt64>(
        lowestDiscernibleValue: 1, highestTrackableValue: 3_600_000_000_000, numberOfSignificantValueDigits: .three)
    private var greatest: UInt64 = 0

    /// Adds latencies in nanoseconds.
    mutating func record(_ nanoseconds: [UInt64]) {
        for value in nanoseconds {
            histogram.record(min(value, histogram.highestTrackableValue))
            greatest = max(greatest, value)
        }
    }

    /// Adds what another one has recorded.
    mutating func merge(_ other: LatencyRecorder) {
        histogram.add(other.histogram)
        greatest = max(greatest, other.greatest)
    }

    /// How many were recorded.
    var count: Int { Int(histogram.totalCount) }

    /// The percentiles; `nil` where nothing was recorded.
    var summary: LatencySummary? {
        guard histogram.totalCount > 0 else { return nil }
        // A bucket's upper edge can lie above the greatest value in it.
        func percentile(_ percent: Double) -> UInt64 { min(histogram.valueAtPercentile(percent), greatest) }
        return LatencySummary(
            p50: percentile(50), p90: percentile(90), p99: percentile(99), p999: percentile(99.9), max: greatest)
    }
}

/// Percentiles of a latency, in nanoseconds.
struct LatencySummary: Hashable, Sendable, Codable {
    var p50: UInt64
    var p90: UInt64
    var p99: UInt64
    var p999: UInt64
    var max: UInt64

    private enum CodingKeys: String, CodingKey {
        case p50
        case p90
        case p99
        case p999 = "p99.9"
        case max
    }
}
