/// A confidence interval of a median, with at least 95 % confidence.
struct ConfidenceInterval: Hashable, Sendable, Codable {
    var low: Double
    var high: Double

    /// The confidence level, at least.
    var confidence = Self.claimed

    /// The confidence level of reported figures.
    static let claimed = 0.95

    /// The fewest samples that have an interval.
    ///
    /// All of six samples fall on one side of the median in one case of thirty-two, which is 96.9 % confidence; five do
    /// in one case of sixteen.
    static let fewestSamples = MedianInterval.fewestSamples(for: claimed)
}

extension SampleSummary {
    /// The median's interval with at least 95 % confidence; `nil` if there are too few samples, one is not positive, or
    /// they are not independent.
    ///
    /// Reports are compared by the same interval; see ``MedianInterval``.
    var interval: ConfidenceInterval? {
        guard areIndependent, samples.allSatisfy({ $0 > 0 && $0.isFinite }),
            let interval = MedianInterval(of: samples, confidence: ConfidenceInterval.claimed)
        else { return nil }
        return ConfidenceInterval(low: interval.low, high: interval.high)
    }
}
