/// How evenly something was shared out.
struct Fairness: Hashable, Sendable {
    /// Jain's index: (Σx)² ÷ (n · Σx²), 1 where all have the same, 1 ÷ n where one has everything.
    ///
    /// R. Jain, D. Chiu and W. Hawe, "A quantitative measure of fairness and discrimination for resource allocation in
    /// shared computer systems", DEC Research Report TR-301, 1984.
    var index: Double

    /// The least share as a part of an even one: 0 for one that got nothing.
    var least: Double

    /// The greatest share as a part of an even one.
    var greatest: Double

    /// Judges shares; `nil` where there are none, or nothing was shared out.
    init?(_ shares: [Int]) {
        let sum = Double(shares.reduce(0, +))
        guard let least = shares.min(), let greatest = shares.max(), sum > 0 else { return nil }
        let squares = shares.reduce(0.0) { $0 + Double($1) * Double($1) }
        let even = sum / Double(shares.count)
        index = sum * sum / (Double(shares.count) * squares)
        self.least = Double(least) / even
        self.greatest = Double(greatest) / even
    }
}
