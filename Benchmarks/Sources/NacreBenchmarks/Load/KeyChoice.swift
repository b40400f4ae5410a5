import Foundation

/// Draws keys, numbered from 0, by a distribution.
///
/// Zipf's distribution is drawn without a table by the method of Gray and others ("Quickly generating billion-record
/// synthetic databases", SIGMOD 1994, section 3.2), which YCSB uses too: exact for the two most popular keys, and for
/// the others an inverse of the integral that stands for the sum.
struct KeyChoice: Sendable {
    /// What exponents there are: the method's inverse has none at 1.
    static let exponents = 0.01...0.999

    /// The exponent of YCSB.
    static let usualExponent = 0.99

    let distribution: KeyDistribution
    private(set) var count: Int
    private let exponent: Double

    /// The sum of 1 ÷ *r*^exponent over all ranks *r*.
    private var harmonic = 0.0
    private var eta = 0.0

    /// Prepares draws from so many keys; of Zipf's distribution, the greater the exponent, one of ``exponents``, the
    /// more the popular keys are preferred.
    ///
    /// - Complexity: O(*n*) in the keys, where they are not uniform.
    init(_ distribution: KeyDistribution, count: Int, exponent: Double = Self.usualExponent) {
        self.distribution = distribution
        self.exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
        self.count = 0
        grow(to: max(1, count))
    }

    /// Adds keys behind those that there are.
    ///
    /// - Complexity: O(*n*) in the keys added, where they are not uniform.
    mutating func grow(to count: Int) {
        guard count > self.count else { return }
        defer { self.count = count }
        guard distribution != .uniform else { return }
        for rank in self.count + 1...count { harmonic += pow(Double(rank), -exponent) }
        let firstTwo = 1 + pow(0.5, exponent)
        eta = (1 - pow(2 / Double(count), 1 - exponent)) / (1 - firstTwo / harmonic)
    }

    /// Draws a key: for Zipf's distribution 0 is the most popular, for the latest the last one is.
    ///
    /// - Complexity: O(1).
    mutating func next(using random: inout SplitMix64) -> Int {
        switch distribution {
        case .uniform: random.next(below: count)
        case .zipf: rank(using: &random)
        case .latest: count - 1 - rank(using: &random)
        }
    }

    private func rank(using random: inout SplitMix64) -> Int {
        let uniform = Double(random.next() >> 11) * 0x1p-53
        let share = uniform * harmonic
        if share < 1 || count == 1 { return 0 }
        if share < 1 + pow(0.5, exponent) || count == 2 { return 1 }
        return min(count - 1, Int(Double(count) * pow(eta * uniform - eta + 1, 1 / (1 - exponent))))
    }
}
