extension MedianRatio {
    /// The confidence level for comparing pairs, at least.
    ///
    /// It is 99 % and not 95 %, because a comparison judges several figures and is repeated with every change: one
    /// false alarm in twenty would discredit the alarms.
    static let pairedConfidence = 0.99

    /// The fewest pairs that have an interval of 99 %.
    ///
    /// All of seven fall on one side of the median by chance in one case of sixty-four, so seven are too few.
    static let fewestPairs = ConfidenceInterval.fewestSamples(for: pairedConfidence)

    /// The median of ratios, each of two adjacent runs; `nil` if there are fewer than ``fewestPairs``, or one is not
    /// positive.
    init?(ofPairs ratios: [Double]) {
        guard ratios.allSatisfy({ $0 > 0 && $0.isFinite }),
            let interval = ConfidenceInterval(of: ratios, confidence: Self.pairedConfidence)
        else { return nil }
        ratio = SampleSummary.median(of: ratios)
        (low, high) = (interval.low, interval.high)
    }
}
