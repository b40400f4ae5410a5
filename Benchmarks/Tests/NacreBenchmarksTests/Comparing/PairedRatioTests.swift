import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct PairedRatioTests {
    /// Ratios of rounds of two alternating programs, whose speed varies by the given noise only.
    private func ratios(
        _ rounds: Int, of ratio: Double, noise: Double, _ random: inout SplitMix64
    ) -> [Double] {
        (0..<rounds).map { _ in
            ratio * (1 + Double.random(in: -noise...noise, using: &random))
                / (1 + Double.random(in: -noise...noise, using: &random))
        }
    }

    // Tables of the binomial distribution with chance one half: the greatest k with P(X < k) ≤ 0.5 %.
    @Test(arguments: [
        (1, nil), (7, nil), (8, 1), (11, 1), (12, 2), (14, 2), (15, 3), (16, 3), (20, 4), (30, 8), (50, 16),
    ])
    func `the interval has the bounds of published tables`(count: Int, rank: Int?) {
        #expect(ConfidenceInterval.rank(in: count, confidence: 0.99) == rank)
    }

    @Test func `the interval lies between two of the ratios, whatever their order`() throws {
        let ratios = [1.1, 0.9, 7, 1.0, 1.2, 0.1, 1.05, 0.95, 1.3, 0.8, 1.15, 0.85]
        let difference = try #require(MedianRatio(ofPairs: ratios))
        #expect(difference.ratio == 1.025)
        #expect(difference.low == 0.8 && difference.high == 1.3)
        #expect(MedianRatio(ofPairs: ratios.sorted()) == difference)
    }

    @Test func `too few pairs and invalid ratios are undecided`() {
        #expect(MedianRatio(ofPairs: [1, 1, 1, 1, 1, 1, 1]) == nil)
        #expect(MedianRatio(ofPairs: [1, 1, 1, 1, 1, 1, 1, 0]) == nil)
        #expect(MedianRatio(ofPairs: [1, 1, 1, 1, 1, 1, 1, .infinity]) == nil)
    }

    @Test(arguments: [8, 12, 16, 20])
    func `the interval contains the median of skewed samples with its confidence`(rounds: Int) throws {
        var random = SplitMix64(seed: 11)
        var enclosed = 0
        let trials = 4_000
        for _ in 0..<trials {
            // One in five is disturbed, to any amount, and to one side only; the median stays where it is.
            let samples = (0..<rounds).map { _ -> Double in
                let place = Double.random(in: 0..<1, using: &random)
                return place < 0.5 ? 0.8 + 0.4 * place : place < 0.8 ? 1 + place / 10 - 0.05 : 1 / (1 - place + 1e-9)
            }
            let difference = try #require(MedianRatio(ofPairs: samples))
            if let low = difference.low, let high = difference.high, low <= 1, high >= 1 { enclosed += 1 }
        }
        #expect(Double(enclosed) >= 0.987 * Double(trials), "\(enclosed) of \(trials)")
    }

    @Test func `the same program is never called faster or slower, however noisy the machine`() throws {
        var random = SplitMix64(seed: 3)
        for noise in [0.02, 0.1, 0.2, 0.3] {
            for _ in 0..<1_000 {
                let same = try #require(MedianRatio(ofPairs: ratios(12, of: 1, noise: noise, &random)))
                let verdict = same.verdict(within: 0.1, moreIsBetter: true)
                #expect(verdict == .equal || verdict == .undecided)
            }
        }
    }

    @Test func `a slowdown of 30 % is always found on a machine with 8 % noise`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<1_000 {
            let slower = try #require(MedianRatio(ofPairs: ratios(12, of: 1 / 1.3, noise: 0.08, &random)))
            #expect(slower.verdict(within: 0.1, moreIsBetter: true) == .slower)
        }
    }

    @Test func `a machine that slows down misleads consecutive measurements but not alternating ones`() throws {
        var random = SplitMix64(seed: 9)
        // Thirty-two runs of one program, the last half as fast as the first.
        let rates = (0..<32).map { 1e6 * (1 - Double($0) / 62) * (1 + Double.random(in: -0.02...0.02, using: &random)) }
        let apart = try #require(MedianRatio(of: Array(rates[16...]), to: Array(rates[..<16])))
        #expect(apart.verdict(within: 0.1, moreIsBetter: true) == .slower)
        let pairs = (0..<16).map { round in
            let (earlier, later) = (rates[2 * round], rates[2 * round + 1])
            return AlternatedRounds.secondBegins(round: round + 1) ? earlier / later : later / earlier
        }
        let turns = try #require(MedianRatio(ofPairs: pairs))
        #expect(turns.verdict(within: 0.1, moreIsBetter: true) == .equal)
    }
}
