import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct MedianRatioTests {
    /// Rates of rounds on a machine whose speed varies by the given percentage only.
    private func rounds(_ count: Int, around rate: Double, noise: Double, _ random: inout SplitMix64) -> [Double] {
        (0..<count).map { _ in rate * (1 + Double.random(in: -noise...noise, using: &random)) }
    }

    private func ones(_ count: Int) -> [Double] { .init(repeating: 1, count: count) }

    @Test(arguments: [
        (1.20, 1.30, Verdict.faster, Verdict.slower), (0.70, 0.80, .slower, .faster), (0.95, 1.05, .equal, .equal),
        (0.85, 0.95, .undecided, .undecided), (1.05, 1.20, .undecided, .undecided), (0.8, 1.3, .undecided, .undecided),
    ])
    func `a verdict uses the whole interval and the better direction`(
        low: Double, high: Double, ofRates: Verdict, ofTimes: Verdict
    ) throws {
        var difference = try #require(MedianRatio(of: ones(7), to: ones(7)))
        (difference.low, difference.high) = (low, high)
        #expect(difference.verdict(within: 0.1, moreIsBetter: true) == ofRates)
        #expect(difference.verdict(within: 0.1, moreIsBetter: false) == ofTimes)
    }

    @Test func `the ratio is that of the medians, its interval that of the extreme ends`() throws {
        let (first, second) = ([10.0, 12, 11, 11, 100, 9, 11], [20.0, 22, 24, 21, 22, 22, 23])
        let difference = try #require(MedianRatio(of: second, to: first))
        #expect(difference.ratio == 2)
        #expect(difference.low == 0.2 && difference.high == 24 / 9.0)
        // One outlier in twelve rounds changes nothing.
        let many = try #require(MedianRatio(of: second + [22, 22, 22, 22, 22], to: first + [11, 11, 11, 11, 11]))
        #expect(many.low == 21 / 12.0 && many.high == 23 / 10.0)
    }

    @Test func `medians alone are undecided`() throws {
        let difference = try #require(MedianRatio(ofMedians: [2, 2], to: [1, 1]))
        #expect(difference.ratio == 2 && difference.low == nil && difference.high == nil)
        #expect(difference.verdict(within: 0.1, moreIsBetter: true) == .undecided)
        #expect(MedianRatio(ofMedians: [], to: [1]) == nil)
    }

    @Test(arguments: [7, 9, 12, 20])
    func `the interval contains the ratio with its confidence`(rounds: Int) throws {
        var random = SplitMix64(seed: 13)
        var enclosed = 0
        let trials = 4_000
        for _ in 0..<trials {
            // The first samples are constant, so that only the second ones are random.
            let second = (0..<rounds).map { _ in exp(Double.random(in: -1...1, using: &random)) }
            let difference = try #require(MedianRatio(of: second, to: ones(rounds)))
            if let low = difference.low, let high = difference.high, low <= 1, high >= 1 { enclosed += 1 }
        }
        #expect(Double(enclosed) >= MedianRatio.confidence * Double(trials), "\(enclosed) of \(trials)")
    }

    @Test func `too few samples and invalid rates are undecided`() {
        #expect(MedianRatio.fewestSamples == 7)
        #expect(MedianRatio(of: ones(6), to: ones(7)) == nil)
        #expect(MedianRatio(of: ones(7), to: ones(6) + [0]) == nil)
        #expect(MedianRatio(of: ones(6) + [.infinity], to: ones(7)) == nil)
    }

    @Test func `the same program is never faster or slower, and one that is 30 % slower always is`() throws {
        var random = SplitMix64(seed: 7)
        var verdicts: [Verdict: Int] = [:]
        for _ in 0..<100 {
            let before = rounds(15, around: 1e6, noise: 0.04, &random)
            let same = try #require(MedianRatio(of: rounds(15, around: 1e6, noise: 0.04, &random), to: before))
            verdicts[same.verdict(within: 0.1, moreIsBetter: true), default: 0] += 1
            let slower = try #require(MedianRatio(of: rounds(15, around: 0.7e6, noise: 0.04, &random), to: before))
            #expect(slower.verdict(within: 0.1, moreIsBetter: true) == .slower)
        }
        #expect(verdicts[.faster] == nil && verdicts[.slower] == nil)
        #expect(verdicts[.equal, default: 0] > 50)
    }
}
