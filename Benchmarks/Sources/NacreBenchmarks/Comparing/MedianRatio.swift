/// By how much the median of some samples differs from that of others, with what chance alone could have made of it.
///
/// The interval is made of the samples themselves, as that of ``MedianInterval``: it supposes nothing of how they are
/// distributed.
struct MedianRatio: Hashable, Sendable {
    /// The median of the second samples as a share of that of the first.
    var ratio: Double

    /// Where the interval begins; `nil` where there is none, and the medians alone are known.
    var low: Double?

    /// Where the interval ends.
    var high: Double?

    /// With what share of certainty samples that were measured apart are compared, at least.
    static let confidence = 0.95

    /// Fewer samples than this, on either side, are not compared.
    static let fewestSamples = MedianInterval.fewestSamples(for: eachConfidence)

    // Both medians lie in their intervals at once with the product of the two.
    private static let eachConfidence = confidence.squareRoot()

    /// Compares samples that were measured apart; gives `nil` where there are fewer than ``fewestSamples`` on either
    /// side, or one is not positive.
    ///
    /// Each median lies in an interval of its own, and both do with ``confidence``; the ratio then lies between the
    /// outermost ratios of the two intervals' ends.
    init?(of second: [Double], to first: [Double]) {
        guard (first + second).allSatisfy({ $0 > 0 && $0.isFinite }),
            let above = MedianInterval(of: second, confidence: Self.eachConfidence),
            let below = MedianInterval(of: first, confidence: Self.eachConfidence)
        else { return nil }
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
        (low, high) = (above.low / below.high, above.high / below.low)
    }

    /// Compares the medians alone, of samples that chance says nothing of; gives `nil` where there are none, or one is
    /// not positive.
    init?(ofMedians second: [Double], to first: [Double]) {
        guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy({ $0 > 0 && $0.isFinite }) else {
            return nil
        }
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
    }

    /// What can be said of the second samples within a tolerance (0.1 for a tenth); undecided where there is no
    /// interval.
    func verdict(within tolerance: Double, moreIsBetter: Bool) -> Verdict {
        guard let low, let high else { return .undecided }
        if low > 1 + tolerance { return moreIsBetter ? .faster : .slower }
        if high < 1 - tolerance { return moreIsBetter ? .slower : .faster }
        return low >= 1 - tolerance && high <= 1 + tolerance ? .equal : .undecided
    }
}
