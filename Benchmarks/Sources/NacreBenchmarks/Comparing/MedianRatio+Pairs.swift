extension MedianRatio {
    /// With what share of certainty pairs are compared, at least.
    ///
    /// It is 99 % and not 95 %, because a comparison judges several figures and is made again with every change: one
    /// false alarm in twenty, and nobody believes the next one.
    static let pairedConfidence = 0.99

    /// Fewer pairs than this cannot give an interval of 99 %: all of seven fall on one side of the median by chance in
    /// one case of sixty-four.
    static let fewestPairs = MedianInterval.fewestSamples(for: pairedConfidence)

    /// The median of ratios of which each is of two runs that stood side by side; `nil` where there are fewer than
    /// ``fewestPairs``, or one is not positive.
    init?(ofPairs ratios: [Double]) {
        guard ratios.allSatisfy({ $0 > 0 && $0.isFinite }),
            let interval = MedianInterval(of: ratios, confidence: Self.pairedConfidence)
        else { return nil }
        ratio = SampleSummary.median(of: ratios)
        (low, high) = (interval.low, interval.high)
    }
}
