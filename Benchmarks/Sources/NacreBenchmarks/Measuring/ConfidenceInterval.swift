/// Where a median lies with 95 %, as far as the samples tell.
struct ConfidenceInterval: Hashable, Sendable, Codable {
    var low: Double
    var high: Double

    /// With what share of certainty.
    var confidence = 0.95
}

extension SampleSummary {
    /// Where the median lies with 95 %; `nil` where the samples are too few to say, or one is not positive.
    ///
    /// The same bootstrap by which reports are compared: the median against one that is known to be 1.
    var interval: ConfidenceInterval? {
        guard let ratio = MedianRatio(of: samples, to: samples.map { _ in 1 }) else { return nil }
        return ConfidenceInterval(low: ratio.low, high: ratio.high)
    }
}
