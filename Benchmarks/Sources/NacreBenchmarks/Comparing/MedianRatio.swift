/// The ratio of the medians of two sets of samples, with its confidence interval.
///
/// The interval is computed from the samples themselves, as in ``ConfidenceInterval``: it assumes no distribution.
struct MedianRatio: Hashable, Sendable {
    /// The median of the second samples divided by that of the first.
    var ratio: Double

    /// The ends of the interval; `nil` if there is none, and only the medians are known.
    var low: Double?
    var high: Double?

    /// The confidence level for samples that were measured separately, at least.
    static let confidence = 0.95

    /// The fewest samples, on either side, that can be compared.
    static let fewestSamples = ConfidenceInterval.fewestSamples(for: eachConfidence)

    // The probability that both medians lie in their intervals is the product of the two confidences.
    private static let eachConfidence = confidence.squareRoot()

    /// The confidence level for comparing pairs, at least.
    ///
    /// It is 99 % and not 95 %, because a comparison judges several figures and is repeated with every change: one
    /// false alarm in twenty would discredit the alarms.
    static let pairedConfidence = 0.99

    /// The fewest pairs that have an interval of 99 %.
    ///
    /// All of seven fall on one side of the median by chance in one case of sixty-four, so seven are too few.
    static let fewestPairs = ConfidenceInterval.fewestSamples(for: pairedConfidence)

    /// Compares samples that were measured separately; `nil` if there are fewer than ``fewestSamples`` on either side,
    /// or one is not positive.
    ///
    /// Each median lies in an interval of its own, and both do with ``confidence``; the ratio then lies between the
    /// extreme ratios of the two intervals' ends.
    init?(of second: [Double], to first: [Double]) {
        guard let above = ConfidenceInterval(of: second, confidence: Self.eachConfidence),
            let below = ConfidenceInterval(of: first, confidence: Self.eachConfidence)
        else { return nil }
        self.init(ofMedians: second, to: first)
        (low, high) = (above.low / below.high, above.high / below.low)
    }

    /// Compares only the medians, of dependent samples; `nil` if there are none, or one is not positive.
    init?(ofMedians second: [Double], to first: [Double]) {
        guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy({ $0 > 0 && $0.isFinite }) else {
            return nil
        }
        ratio = SampleSummary.median(of: second) / SampleSummary.median(of: first)
    }

    /// The median of ratios, each of two adjacent runs; `nil` if there are fewer than ``fewestPairs``, or one is not
    /// positive.
    init?(ofPairs ratios: [Double]) {
        guard let interval = ConfidenceInterval(of: ratios, confidence: Self.pairedConfidence) else { return nil }
        self.init(ofMedians: ratios, to: [1])
        (low, high) = (interval.low, interval.high)
    }

    /// The verdict on the second samples within a tolerance (0.1 for a tenth); undecided without an interval.
    func verdict(within tolerance: Double, moreIsBetter: Bool) -> Verdict {
        guard let low, let high else { return .undecided }
        if low > 1 + tolerance { return moreIsBetter ? .faster : .slower }
        if high < 1 - tolerance { return moreIsBetter ? .slower : .faster }
        return low >= 1 - tolerance && high <= 1 + tolerance ? .equal : .undecided
    }
}

/// The verdict on two figures.
///
/// It is undecided if the interval crosses a bound: more rounds or a quieter machine are needed.
enum Verdict: String, Sendable {
    case faster, slower, equal, undecided

    /// The command's exit code: 2 if something is slower, 3 if undecided, else 0.
    var exitCode: Int32 {
        switch self {
        case .faster, .equal: 0
        case .slower: 2
        case .undecided: 3
        }
    }
}
