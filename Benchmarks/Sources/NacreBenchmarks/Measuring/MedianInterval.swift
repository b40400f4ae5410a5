/// Between which of the samples the median lies that all of them have in common.
///
/// The interval is that of the sign test (Thompson, "On confidence ranges for the median", 1936; Conover, "Practical
/// Nonparametric Statistics", 3rd edition, section 3.2): each sample falls below the median with a chance of one half,
/// so how many do is binomial, and the *k*-th from below and from above enclose it in at least as many cases as the
/// confidence says. It supposes that the samples have nothing to do with each other, and nothing of how they are
/// distributed: one that was disturbed by whatever amount counts as one. A bootstrap of so few would draw from what
/// happened to be seen, and promise more than it keeps.
struct MedianInterval: Hashable, Sendable {
    /// A sample, at or below the median.
    var low: Double

    /// A sample, at or above the median.
    var high: Double

    /// Encloses the median in an interval that does so in a share of all cases, at least; `nil` where there are too few
    /// samples.
    init?(of samples: [Double], confidence: Double) {
        guard let rank = Self.rank(in: samples.count, confidence: confidence) else { return nil }
        let sorted = samples.sorted()
        (low, high) = (sorted[rank - 1], sorted[sorted.count - rank])
    }

    /// Which of so many samples, counted from either end, the interval reaches to; `nil` where there are too few for
    /// one.
    ///
    /// The greatest *k* for which fewer than *k* of *n* tosses of a coin show heads in at most half of the cases that
    /// the confidence leaves over.
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
