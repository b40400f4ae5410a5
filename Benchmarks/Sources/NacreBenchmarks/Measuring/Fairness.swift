/// How evenly a quantity is shared.
struct Fairness: Hashable, Sendable {
    /// Jain's index: 1 if all shares are equal, 1 ÷ *n* if one participant has everything.
    ///
    /// Source: Jain, Chiu and Hawe, "A quantitative measure of fairness and discrimination for resource allocation in
    /// shared computer systems", DEC-TR-301, 1984.
    let index: Double

    /// The smallest and the greatest share, as fractions of the mean.
    let least: Double
    let greatest: Double

    /// Compares shares; `nil` if all are zero.
    init?(_ shares: [Int]) {
        let sum = Double(shares.reduce(0, +))
        guard let least = shares.min(), let greatest = shares.max(), sum > 0 else { return nil }
        let mean = sum / Double(shares.count)
        index = sum * sum / (Double(shares.count) * shares.reduce(0) { $0 + Double($1) * Double($1) })
        self.least = Double(least) / mean
        self.greatest = Double(greatest) / mean
    }
}
