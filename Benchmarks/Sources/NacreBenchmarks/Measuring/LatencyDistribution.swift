/// The percentile distribution of latencies, ascending, for plots.
///
/// The steps are those of HdrHistogram's percentile distribution: five for each halving of the rest up to 100 %.
struct LatencyDistribution: Hashable, Sendable, Codable {
    /// Percentiles, ascending; the last one is 100.
    var percentiles: [Double]

    /// The latency of each percentile, in nanoseconds; one for each of ``percentiles``.
    var nanoseconds: [UInt64]

    /// The number of latencies up to that one; one for each of ``percentiles``.
    var counts: [UInt64]

    /// The mean, in nanoseconds.
    var mean: Double

    /// The standard deviation, in nanoseconds.
    var standardDeviation: Double

    /// The maximum, in nanoseconds.
    var max: UInt64

    var count: UInt64 { counts.last ?? 0 }

    /// One step of the distribution.
    struct Step: Hashable, Sendable {
        var percentile: Double
        var nanoseconds: UInt64
        var count: UInt64
    }

    /// The steps, ascending.
    var steps: [Step] {
        zip(percentiles, zip(nanoseconds, counts)).map { Step(percentile: $0, nanoseconds: $1.0, count: $1.1) }
    }
}
