/// Which latency so many percent stayed within, from the shortest to the longest: what a plotter draws.
///
/// The steps are those of HdrHistogram's percentile distribution: five for each halving of what is left to 100 %.
struct LatencyDistribution: Hashable, Sendable, Codable {
    /// Percent of all latencies, ascending, the last one 100.
    var percentiles: [Double]

    /// The latency, in nanoseconds, that so many percent do not exceed; one for each of ``percentiles``.
    var nanoseconds: [UInt64]

    /// How many latencies there are up to that one; one for each of ``percentiles``.
    var counts: [UInt64]

    /// The mean, in nanoseconds.
    var mean: Double

    /// In nanoseconds.
    var standardDeviation: Double

    /// The longest, in nanoseconds.
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
