import TestRandomness

/// Whether paired times differ: a permutation test of the signed ranks of their differences (Wilcoxon).
///
/// Ranks count for little how far outliers are out, and both times of a pair are measured one after the other, so that
/// what else the machine does affects both.
struct PairedTest {
    /// How probable a difference as large as this one is, or a larger one, if the two of each pair are exchangeable.
    let probability: Double

    /// Compares pairs.
    ///
    /// - Parameters:
    ///   - pairs: The times.
    ///   - permutations: How many random exchanges within pairs are compared.
    ///   - seed: The seed of the exchanges.
    init(_ pairs: [(Double, Double)], permutations: Int = 9_999, seed: UInt64) {
        let differences = pairs.map { $0.0 - $0.1 }
        let order = differences.indices.sorted { abs(differences[$0]) < abs(differences[$1]) }
        var signedRanks = [Int](repeating: 0, count: differences.count)
        for (rank, index) in order.enumerated() {
            signedRanks[index] = differences[index] < 0 ? -(rank + 1) : rank + 1
        }
        let statistic = abs(signedRanks.reduce(0, +))
        var random = SeededGenerator(seed: seed)
        var atLeast = 1
        for _ in 0..<permutations {
            var sum = 0
            for rank in signedRanks { sum += random.next() & 1 == 0 ? rank : -rank }
            if abs(sum) >= statistic { atLeast += 1 }
        }
        probability = Double(atLeast) / Double(permutations + 1)
    }
}
