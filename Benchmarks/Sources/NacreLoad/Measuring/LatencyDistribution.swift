/// The percentile distribution of latencies, ascending, for plots.
///
/// The steps are those of HdrHistogram's percentile distribution: five for each halving of the rest up to 100 %.
package struct LatencyDistribution: Hashable, Sendable, Codable {
    /// Percentiles, ascending; the last one is 100.
    package var percentiles: [Double]

    /// The latency of each percentile, in nanoseconds; one for each of ``percentiles``.
    package var nanoseconds: [UInt64]

    /// The number of latencies up to that one; one for each of ``percentiles``.
    package var counts: [UInt64]

    // In nanoseconds.
    package var mean: Double
    package var standardDeviation: Double
    package var max: UInt64

    package var count: UInt64 { counts.last ?? 0 }

    package struct Step: Hashable, Sendable {
        package var percentile: Double
        package var nanoseconds: UInt64
        package var count: UInt64
    }

    package var steps: [Step] {
        zip(percentiles, zip(nanoseconds, counts)).map { Step(percentile: $0, nanoseconds: $1.0, count: $1.1) }
    }
}
