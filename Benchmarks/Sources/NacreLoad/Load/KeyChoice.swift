import ArgumentParser
import Foundation

/// Draws keys, numbered from 0, from a distribution.
///
/// Zipf's distribution is drawn without a table by the method of Gray and others ("Quickly generating billion-record
/// synthetic databases", SIGMOD 1994, section 3.2), which YCSB uses too. It is exact for the two most popular keys; for
/// the others it inverts the integral that approximates the sum.
package struct KeyChoice: Sendable {
    /// The supported exponents: the method's inverse is undefined at 1.
    package static let exponents = 0.01...0.999

    /// The exponent of YCSB.
    package static let usualExponent = 0.99

    package let distribution: KeyDistribution
    package private(set) var count: Int
    private let exponent: Double

    /// The sum of 1 ÷ *r*^exponent over all ranks *r*.
    private var harmonic = 0.0
    private var eta = 0.0

    /// Prepares draws from `count` keys.
    ///
    /// The exponent of Zipf's distribution is one of ``exponents``; a greater one favours the popular keys more.
    ///
    /// - Complexity: O(*n*) in the keys, unless the distribution is uniform.
    package init(_ distribution: KeyDistribution, count: Int, exponent: Double = Self.usualExponent) {
        self.distribution = distribution
        self.exponent = min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound)
        self.count = 0
        grow(to: max(1, count))
    }

    /// Adds keys after the existing ones.
    ///
    /// - Complexity: O(*n*) in the keys added, unless the distribution is uniform.
    package mutating func grow(to count: Int) {
        guard count > self.count else { return }
        defer { self.count = count }
        guard distribution != .uniform else { return }
        for rank in self.count + 1...count { harmonic += pow(Double(rank), -exponent) }
        let firstTwo = 1 + pow(0.5, exponent)
        eta = (1 - pow(2 / Double(count), 1 - exponent)) / (1 - firstTwo / harmonic)
    }

    /// Draws a key: the most popular is 0 for Zipf's distribution, and the last one for the latest.
    ///
    /// - Complexity: O(1).
    package mutating func next(using random: inout SplitMix64) -> Int {
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

/// The distribution of keys, above all of streams.
package enum KeyDistribution: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    case uniform

    /// A few keys are drawn often and most seldom, as Zipf found for words.
    ///
    /// The probability of the *r*-th most popular is proportional to 1 ÷ *r*^exponent.
    case zipf

    /// The same, with the newest key as the most popular.
    case latest
}

extension KeyDistribution {
    /// The distribution in names of loads: `zipf 0.99`.
    package func text(exponent: Double) -> String {
        self == .uniform ? rawValue : "\(rawValue) \(decimal(exponent, decimals: 2))"
    }
}
