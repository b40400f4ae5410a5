extension MedianRatio {
    /// Fewer pairs than this cannot give an interval of 99 %: all of seven fall on one side of the median by chance in
    /// one case of sixty-four.
    static let fewestPairs = 8

    /// The median of ratios of which each is of two runs that stood side by side; `nil` where there are fewer than
    /// ``fewestPairs``, or one is not positive.
    ///
    /// The interval is that of the sign test, between two of the ratios themselves (Thompson, "On confidence ranges
    /// for the median", 1936; Conover, "Practical Nonparametric Statistics", 3rd edition, section 3.2): each ratio
    /// falls below the median that all have in common with a chance of one half, so how many do is binomial, and the
    /// *k*-th from below and from above enclose it in at least 99 % of all cases. It supposes that the pairs have
    /// nothing to do with each other, and nothing of how they are distributed: one that was disturbed by whatever
    /// amount counts as one. A bootstrap of so few would draw from what happened to be seen, and promise more than it
    /// keeps. It is 99 % and not 95 %, because a comparison judges several figures and is made again with every
    /// change: one false alarm in twenty, and nobody believes the next one.
    ///
    /// - Parameter ratios: The ratios, in any order.
    init?(ofPairs ratios: [Double]) {
        guard let rank = Self.rank(in: ratios.count), ratios.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        let sorted = ratios.sorted()
        ratio = SampleSummary.median(of: ratios)
        low = sorted[rank - 1]
        high = sorted[sorted.count - rank]
    }

    /// Which of so many samples, counted from either end, the interval reaches to; `nil` where there are too few for
    /// one.
    ///
    /// The greatest *k* for which fewer than *k* of *n* tosses of a coin show heads in at most 0.5 % of all cases.
    static func rank(in count: Int) -> Int? {
        var (chance, sum, rank) = (1.0, 0.0, 0)
        for _ in 0..<count { chance /= 2 }
        while rank < count, sum + chance <= 0.005 {
            sum += chance
            chance *= Double(count - rank) / Double(rank + 1)
            rank += 1
        }
        return rank > 0 ? rank : nil
    }
}
