/// By how much the median of some samples differs from that of others, with what chance alone could have made of it.
///
/// The interval is that of the percentile bootstrap (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter
/// 13): both sets are drawn anew, with repetition, many times, and the middle 95 % of the ratios of their medians count. The
/// draws are seeded: the same samples give the same interval.
struct MedianRatio: Hashable, Sendable {
    /// The median of the second samples as a share of that of the first.
    var ratio: Double

    /// Where the interval begins.
    var low: Double

    /// Where the interval ends.
    var high: Double

    /// Fewer samples than this, on either side, are not compared.
    static let fewestSamples = 5

    private static let draws = 2_000

    /// Compares samples; gives `nil` where there are fewer than ``fewestSamples`` on either side, or one is not positive.
    ///
    /// - Parameters:
    ///   - second: The samples above the line.
    ///   - first: Those below it.
    init?(of second: [Double], to first: [Double]) {
        guard min(first.count, second.count) >= Self.fewestSamples,
            (first + second).allSatisfy({ $0 > 0 && $0.isFinite })
        else { return nil }
        var random = SplitMix64(seed: 1)
        func drawn(_ samples: [Double]) -> Double {
            SampleSummary.median(of: samples.map { _ in samples[random.next(below: samples.count)] })
        }
        let ratios = (0..<Self.draws).map { _ in drawn(second) / drawn(first) }.sorted()
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
        low = ratios[Self.draws / 40]
        high = ratios[Self.draws - 1 - Self.draws / 40]
    }

    /// What can be said of it.
    ///
    /// - Parameters:
    ///   - tolerance: What share of a difference does not matter: 0.1 for a tenth.
    ///   - moreIsBetter: Whether the greater figure is the better one, as of rates; not of times.
    /// - Returns: The verdict on the second samples.
    func verdict(within tolerance: Double, moreIsBetter: Bool) -> Verdict {
        if low > 1 + tolerance { return moreIsBetter ? .faster : .slower }
        if high < 1 - tolerance { return moreIsBetter ? .slower : .faster }
        return low >= 1 - tolerance && high <= 1 + tolerance ? .equal : .undecided
    }
}
