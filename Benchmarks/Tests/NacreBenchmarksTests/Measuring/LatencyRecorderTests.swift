import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct LatencyRecorderTests {
    @Test func `percentiles are those of all recorded values, to a thousandth`() throws {
        var recorder = LatencyRecorder()
        recorder.record((1...5_000).map { UInt64($0) * 1_000 })
        recorder.record((5_001...10_000).map { UInt64($0) * 1_000 })
        let summary = try #require(recorder.summary)
        func isNear(_ value: UInt64, _ exact: Double) -> Bool { abs(Double(value) - exact) <= exact / 1_000 }
        #expect(isNear(summary.p50, 5_000_000))
        #expect(isNear(summary.p90, 9_000_000))
        #expect(isNear(summary.p99, 9_900_000))
        #expect(isNear(summary.p999, 9_990_000))
        #expect(isNear(try #require(summary.p9999), 9_999_000))
        #expect(summary.max == 10_000_000)
        #expect(summary.mean == 5_000_500)
        #expect(summary.count == 10_000)
    }

    @Test func `merged recorders equal one that recorded everything`() {
        var (one, other, all) = (LatencyRecorder(), LatencyRecorder(), LatencyRecorder())
        for value in 1...3_001 as ClosedRange<UInt64> {
            if value.isMultiple(of: 3) { one.record(value * value) } else { other.record(value * value) }
            all.record(value * value)
        }
        one.merge(other)
        #expect(one.summary == all.summary)
        #expect(one.distribution == all.distribution)
    }

    @Test func `the distribution ascends to the longest latency, and counts them all`() throws {
        var recorder = LatencyRecorder()
        recorder.record((1...10_000).map { UInt64($0) * 1_000 })
        let distribution = try #require(recorder.distribution)
        #expect(distribution.count == 10_000)
        #expect(distribution.steps.last == .init(percentile: 100, nanoseconds: 10_000_000, count: 10_000))
        #expect(distribution.percentiles == distribution.percentiles.sorted())
        #expect(distribution.nanoseconds == distribution.nanoseconds.sorted())
        #expect(distribution.counts == distribution.counts.sorted())
        let median = try #require(distribution.steps.first { $0.percentile == 50 })
        #expect(abs(Double(median.nanoseconds) - 5_000_000) <= 5_000)
        #expect(abs(distribution.standardDeviation - 2_886_751) < 10_000)
        // Five steps for each halving: far fewer than latencies, whatever their number.
        #expect((40...150).contains(distribution.steps.count))
    }

    @Test func `a report from before the last percentiles is decoded`() throws {
        let old = Data(#"{"p50": 1, "p90": 2, "p99": 3, "p99.9": 4, "max": 5}"#.utf8)
        let summary = try JSONDecoder().decode(LatencySummary.self, from: old)
        #expect(summary == LatencySummary(p50: 1, p90: 2, p99: 3, p999: 4, max: 5))
        #expect(summary.p9999 == nil)
    }

    @Test func `a value beyond the histogram is kept as the maximum`() {
        var recorder = LatencyRecorder()
        recorder.record([5_000_000_000_000])
        #expect(recorder.summary?.max == 5_000_000_000_000)
    }

    @Test func `nothing recorded has no percentiles`() {
        #expect(LatencyRecorder().summary == nil)
        #expect(LatencyRecorder().distribution == nil)
    }
}
