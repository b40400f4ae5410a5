import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SampleSummaryTests {
    @Test func `the median of an odd number of samples is the middle one`() {
        #expect(SampleSummary([9, 1, 5])?.median == 5)
    }

    @Test func `the median of an even number of samples is the mean of the middle two`() {
        #expect(SampleSummary([4, 1, 9, 2])?.median == 3)
    }

    @Test func `a summary has the samples in order, the minimum and the maximum`() {
        let summary = SampleSummary([4, 1, 9])
        #expect(summary?.samples == [4, 1, 9])
        #expect(summary?.min == 1)
        #expect(summary?.max == 9)
    }

    @Test func `no samples have no summary`() {
        #expect(SampleSummary([]) == nil)
    }

    @Test func `a paired ratio is the median of the ratios, not the ratio of the medians`() {
        // The machine was ten times slower during the second pair.
        let summary = SampleSummary(ratiosOf: [50, 5, 60], to: [100, 10, 100])
        #expect(summary?.samples == [0.5, 0.5, 0.6])
        #expect(summary?.median == 0.5)
    }

    @Test func `samples that are not pairs have no ratio`() {
        #expect(SampleSummary(ratiosOf: [1, 2], to: [1]) == nil)
        #expect(SampleSummary(ratiosOf: [1], to: [0]) == nil)
    }

    @Test func `the interval encloses the median within the samples, and needs enough of them`() throws {
        let summary = try #require(SampleSummary([4, 5, 6, 5, 7, 3, 5]))
        let interval = try #require(summary.interval)
        #expect(interval.low >= 3 && interval.low <= 5)
        #expect(interval.high >= 5 && interval.high <= 7)
        #expect(interval.low < interval.high)
        #expect(SampleSummary([4, 5, 6])?.interval == nil)
        #expect(SampleSummary([5, 5, 5, 5, 5])?.interval == nil)
        #expect(SampleSummary([5, 5, 5, 5, 5, 0])?.interval == nil)
    }

    @Test func `the JSON contains the interval, and JSON without it is decoded`() throws {
        let summary = try #require(SampleSummary([4, 5, 6, 5, 7, 5]))
        let data = try JSONEncoder().encode(summary)
        #expect(try JSONDecoder().decode(SampleSummary.self, from: data) == summary)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let interval = try #require(object["interval"] as? [String: Double])
        #expect(interval["low"] == summary.interval?.low)
        #expect(interval["confidence"] == 0.95)

        let old = Data(#"{"median": 5, "min": 4, "max": 7, "samples": [4, 5, 6, 5, 7, 5]}"#.utf8)
        #expect(try JSONDecoder().decode(SampleSummary.self, from: old) == summary)
    }
}
