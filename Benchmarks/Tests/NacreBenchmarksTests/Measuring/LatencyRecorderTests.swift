import Testing

@testable import NacreBenchmarks

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
        #expect(summary.max == 10_000_000)
    }

    @Test func `a value beyond the histogram is kept as the maximum`() {
        var recorder = LatencyRecorder()
        recorder.record([5_000_000_000_000])
        #expect(recorder.summary?.max == 5_000_000_000_000)
    }

    @Test func `nothing recorded has no percentiles`() {
        #expect(LatencyRecorder().summary == nil)
    }
}
