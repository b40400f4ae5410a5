/// The ratio of the medians of two sets of samples, with its confidence interval.
///
/// The interval is computed from the samples themselves, as in ``ConfidenceInterval``: it assumes no distribution.
struct MedianRatio: Hashable, Sendable {
    /// The median of the second samples divided by that of the first.
    var ratio: Double

    /// The lower end of the interval; `nil` if there is none, and only the medians are known.
    var low: Double?

    /// The upper end of the interval.
    var high: Double?

    /// The confidence level for samples that were measured separately, at least.
    static let confidence = 0.95

    /// The fewest samples, on either side, that can be compared.
    static let fewestSamples = ConfidenceInterval.fewestSamples(for: eachConfidence)

    // The probability that both medians lie in their intervals is the product of the two confidences.
    private static let eachConfidence = confidence.squareRoot()

    /// Compares samples that were measured separately; `nil` if there are fewer than ``fewestSamples`` on either side,
    /// or one is not positive.
    ///
    /// Each median lies in an interval of its own, and both do with ``confidence``; the ratio then lies between the
    /// extreme ratios of the two intervals' ends.
    init?(of second: [Double], to first: [Double]) {
        guard (first + second).allSatisfy({ $0 > 0 && $0.isFinite }),
            let above = ConfidenceInterval(of: second, confidence: Self.eachConfidence),
            let below = ConfidenceInterval(of: first, confidence: Self.eachConfidence)
        else { return nil }
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
        (low, high) = (above.low / below.high, above.high / below.low)
    }

    /// Compares only the medians, of dependent samples; `nil` if there are none, or one is not positive.
    init?(ofMedians second: [Double], to first: [Double]) {
        guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy({ $0 > 0 && $0.isFinite }) else {
            return nil
        }
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
    }

    /// The verdict on the second samples within a tolerance (0.1 for a tenth); undecided without an interval.
    func verdict(within tolerance: Double, moreIsBetter: Bool) -> Verdict {
        guard let low, let high else { return .undecided }
        if low > 1 + tolerance { return moreIsBetter ? .faster : .slower }
        if high < 1 - tolerance { return moreIsBetter ? .slower : .faster }
        return low >= 1 - tolerance && high <= 1 + tolerance ? .equal : .undecided
    }
}
