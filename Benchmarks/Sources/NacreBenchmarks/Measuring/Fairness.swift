/// How evenly some got what there was.
struct Fairness: Hashable, Sendable {
    /// Jain's index: 1 where all got as much, 1 ÷ *n* where one got all (Jain, Chiu and Hawe, "A quantitative measure
    /// of fairness and discrimination for resource allocation in shared computer systems", DEC-TR-301, 1984).
    let index: Double

    /// What the one with the least got, as a share of the mean.
    let least: Double

    /// What the one with the most got, as a share of the mean.
    let greatest: Double

    /// Compares what each got; `nil` where nobody got anything.
    init?(_ shares: [Int]) {
        let sum = Double(shares.reduce(0, +))
        guard let least = shares.min(), let greatest = shares.max(), sum > 0 else { return nil }
        let mean = sum / Double(shares.count)
        index = sum * sum / (Double(shares.count) * shares.reduce(0) { $0 + Double($1) * Double($1) })
        self.least = Double(least) / mean
        self.greatest = Double(greatest) / mean
    }
}
