/// Where a median lies with at least 95 %, as far as the samples tell.
struct ConfidenceInterval: Hashable, Sendable, Codable {
    var low: Double
    var high: Double

    /// With what share of certainty, at least.
    var confidence = Self.claimed

    /// The share of certainty that figures are told with.
    static let claimed = 0.95

    /// Fewer samples than this have no interval: all of six fall on one side of the median in one case of thirty-two,
    /// which is 96.9 % of certainty, and five in one of sixteen.
    static let fewestSamples = MedianInterval.fewestSamples(for: claimed)
}

extension SampleSummary {
    /// Where the median lies with at least 95 %; `nil` where the samples are too few to say, one is not positive, or
    /// they are not independent.
    ///
    /// The same interval by which reports are compared; see ``MedianInterval``.
    var interval: ConfidenceInterval? {
        guard areIndependent, samples.allSatisfy({ $0 > 0 && $0.isFinite }),
            let interval = MedianInterval(of: samples, confidence: ConfidenceInterval.claimed)
        else { return nil }
        return ConfidenceInterval(low: interval.low, high: interval.high)
    }
}
