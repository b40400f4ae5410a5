import Foundation
import Testing

@testable import NacreLoad

@Suite struct KeyChoiceTests {
    private func draws(_ distribution: KeyDistribution, count: Int, _ number: Int = 200_000) -> [Int] {
        var choice = KeyChoice(distribution, count: count)
        var random = SplitMix64(seed: 7)
        var found = [Int](repeating: 0, count: count)
        for _ in 0..<number { found[choice.next(using: &random)] += 1 }
        return found
    }

    @Test func `uniform keys are equally likely`() {
        for found in draws(.uniform, count: 10) { #expect((19_000...21_000).contains(found)) }
    }

    @Test(arguments: [2, 3, 1_000]) func `Zipf's keys are drawn in proportion to their ranks`(count: Int) {
        let found = draws(.zipf, count: count)
        let harmonic = (1...count).reduce(0) { $0 + pow(Double($1), -KeyChoice.usualExponent) }
        // The two most popular are exact; the others are an integral in the place of a sum.
        for rank in [1, 2] {
            let expected = 200_000 * pow(Double(rank), -KeyChoice.usualExponent) / harmonic
            #expect(abs(Double(found[rank - 1]) - expected) < expected * 0.03, "rank \(rank) of \(count)")
        }
        let firstTenth = found.prefix(max(1, count / 10)).reduce(0, +)
        let expected = (1...max(1, count / 10)).reduce(0) { $0 + pow(Double($1), -KeyChoice.usualExponent) } / harmonic
        #expect(abs(Double(firstTenth) / 200_000 - expected) < 0.03)
    }

    @Test func `of the latest keys the last is the most popular, in Zipf's order reversed`() {
        #expect(draws(.latest, count: 100) == draws(.zipf, count: 100).reversed())
    }

    @Test func `keys added later are drawn like initial ones`() {
        var grown = KeyChoice(.latest, count: 5)
        grown.grow(to: 1_000)
        var whole = KeyChoice(.latest, count: 1_000)
        var randoms = (SplitMix64(seed: 3), SplitMix64(seed: 3))
        for _ in 0..<1_000 { #expect(grown.next(using: &randoms.0) == whole.next(using: &randoms.1)) }
    }

    @Test(arguments: KeyDistribution.allCases) func `a single key is always drawn`(distribution: KeyDistribution) {
        #expect(draws(distribution, count: 1, 100) == [100])
    }
}
