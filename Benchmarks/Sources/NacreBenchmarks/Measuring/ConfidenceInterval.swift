/// A confidence interval of the samples' median, bounded by two of the samples.
///
/// The interval is that of the sign test (Thompson, "On confidence ranges for the median", 1936; Conover, "Practical
/// Nonparametric Statistics", 3rd edition, section 3.2). Each sample falls below the median with probability one half,
/// so the number that do is binomial, and the *k*-th from below and from above enclose the median with at least the
/// given confidence.
///
/// It assumes independent samples, but no distribution: an outlier of any size counts as one sample. A bootstrap of so
/// few samples would only resample the observed values, and claim more confidence than it has.
struct ConfidenceInterval: Hashable, Sendable, Codable {
    var low: Double
    var high: Double

    /// The confidence level, at least.
    var confidence: Double

    /// The confidence level of reported figures.
    static let claimed = 0.95

    /// The fewest samples that have an interval.
    ///
    /// All of six samples fall on one side of the median in one case of thirty-two, which is 96.9 % confidence; five do
    /// in one case of sixteen.
    static let fewestSamples = fewestSamples(for: claimed)

    /// Encloses the median with at least the given confidence; `nil` if there are too few samples.
    init?(of samples: [Double], confidence: Double = Self.claimed) {
        guard let rank = Self.rank(in: samples.count, confidence: confidence) else { return nil }
        let sorted = samples.sorted()
        (low, high, self.confidence) = (sorted[rank - 1], sorted[sorted.count - rank], confidence)
    }

    /// The rank, counted from either end, of the samples that bound the interval; `nil` if there are too few samples.
    ///
    /// It is the greatest *k* such that fewer than *k* heads in *n* coin tosses have a probability of at most half of
    /// one minus the confidence.
    static func rank(in count: Int, confidence: Double) -> Int? {
        var (chance, sum, rank) = (1.0, 0.0, 0)
        for _ in 0..<count { chance /= 2 }
        while rank < count, sum + chance <= (1 - confidence) / 2 {
            sum += chance
            chance *= Double(count - rank) / Double(rank + 1)
            rank += 1
        }
        return rank > 0 ? rank : nil
    }

    static func fewestSamples(for confidence: Double) -> Int {
        var (count, chance) = (1, 1.0)
        while chance > 1 - confidence {
            count += 1
            chance /= 2
        }
        return count
    }
}

extension SampleSummary {
    /// The median's interval with at least 95 % confidence; `nil` if there are too few samples, one is not positive, or
    /// they are not independent.
    var interval: ConfidenceInterval? {
        guard areIndependent, samples.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        return ConfidenceInterval(of: samples)
    }
}
