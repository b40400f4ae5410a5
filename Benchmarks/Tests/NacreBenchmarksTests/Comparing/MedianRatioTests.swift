import Testing

@testable import NacreBenchmarks

@Suite struct MedianRatioTests {
    /// Rates of rounds on a machine whose speed is even but for so many percent.
    private func rounds(_ count: Int, around rate: Double, noise: Double, _ random: inout SplitMix64) -> [Double] {
        (0..<count).map { _ in rate * (1 + Double.random(in: -noise...noise, using: &random)) }
    }

    @Test(arguments: [
        (1.20, 1.30, Verdict.faster, Verdict.slower), (0.70, 0.80, .slower, .faster), (0.95, 1.05, .equal, .equal),
        (0.85, 0.95, .undecided, .undecided), (1.05, 1.20, .undecided, .undecided), (0.8, 1.3, .undecided, .undecided),
    ])
    func `a verdict takes the whole interval, and what is better`(
        low: Double, high: Double, ofRates: Verdict, ofTimes: Verdict
    ) throws {
        var difference = try #require(MedianRatio(of: [1, 1, 1, 1, 1], to: [1, 1, 1, 1, 1]))
        (difference.low, difference.high) = (low, high)
        #expect(difference.verdict(within: 0.1, moreIsBetter: true) == ofRates)
        #expect(difference.verdict(within: 0.1, moreIsBetter: false) == ofTimes)
    }

    @Test func `the ratio is that of the medians, and lies in its interval, which the same samples give again`() throws
    {
        let (first, second) = ([10.0, 12, 11, 100, 9], [20.0, 22, 24, 21, 23])
        let difference = try #require(MedianRatio(of: second, to: first))
        #expect(difference.ratio == 2)
        #expect(difference.low < 2 && difference.high > 2)
        #expect(MedianRatio(of: second, to: first) == difference)
        // One wild round of five moves the end of the interval, and not the ratio.
        #expect(difference.high < 3)
    }

    @Test func `few samples, and such as are no rates, decide nothing`() {
        #expect(MedianRatio(of: [1, 1, 1, 1], to: [1, 1, 1, 1, 1]) == nil)
        #expect(MedianRatio(of: [1, 1, 1, 1, 1], to: [1, 1, 1, 1, 0]) == nil)
        #expect(MedianRatio(of: [1, 1, 1, 1, .infinity], to: [1, 1, 1, 1, 1]) == nil)
    }

    @Test func `the same program is never called faster or slower, and one that is slower by 30 % always`() throws {
        var random = SplitMix64(seed: 7)
        var verdicts: [Verdict: Int] = [:]
        for _ in 0..<100 {
            let before = rounds(7, around: 1e6, noise: 0.08, &random)
            let same = try #require(MedianRatio(of: rounds(7, around: 1e6, noise: 0.08, &random), to: before))
            verdicts[same.verdict(within: 0.1, moreIsBetter: true), default: 0] += 1
            let slower = try #require(MedianRatio(of: rounds(7, around: 0.7e6, noise: 0.08, &random), to: before))
            #expect(slower.verdict(within: 0.1, moreIsBetter: true) == .slower)
        }
        #expect(verdicts[.faster] == nil && verdicts[.slower] == nil)
        #expect(verdicts[.equal, default: 0] > 50)
    }
}
