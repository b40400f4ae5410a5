import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ConfidenceIntervalTests {
    // Tables of the binomial distribution with chance one half: the greatest k with P(X < k) ≤ 2.5 %.
    @Test(arguments: [(1, nil), (5, nil), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (50, 18)])
    func `the 95 % interval matches published tables`(count: Int, rank: Int?) {
        #expect(ConfidenceInterval.rank(in: count, confidence: 0.95) == rank)
    }

    @Test(arguments: [(0.95, 6), (0.99, 8), (0.999, 11)])
    func `the fewest samples are the least that have an interval`(confidence: Double, fewest: Int) {
        #expect(ConfidenceInterval.fewestSamples(for: confidence) == fewest)
        #expect(ConfidenceInterval.rank(in: fewest, confidence: confidence) == 1)
        #expect(ConfidenceInterval.rank(in: fewest - 1, confidence: confidence) == nil)
    }

    @Test(arguments: [6, 7, 9, 12, 20])
    func `the interval encloses the median of skewed samples at its confidence`(rounds: Int) throws {
        var random = SplitMix64(seed: 17)
        var enclosed = 0
        let trials = 4_000
        for _ in 0..<trials {
            // Its median is 1, and one sample in five is disturbed to any amount.
            let samples = (0..<rounds).map { _ -> Double in
                let place = Double.random(in: 0..<1, using: &random)
                return place < 0.5 ? 0.8 + 0.4 * place : place < 0.8 ? 1 + place / 10 - 0.05 : 1 / (1 - place + 1e-9)
            }
            let interval = try #require(SampleSummary(samples)?.interval)
            if interval.low <= 1, interval.high >= 1 { enclosed += 1 }
        }
        #expect(Double(enclosed) >= ConfidenceInterval.claimed * Double(trials), "\(enclosed) of \(trials)")
    }

    @Test func `dependent samples have no interval, in JSON too`() throws {
        let summary = try #require(Workload.fill.summary(of: [5, 6, 7, 8, 9, 10, 11]))
        #expect(summary.interval == nil)
        #expect(summary.intervalText == "none: turns of one store")
        let read = try JSONDecoder().decode(SampleSummary.self, from: JSONEncoder().encode(summary))
        #expect(read == summary)
        #expect(Workload.append.summary(of: summary.samples)?.interval != nil)
    }
}
