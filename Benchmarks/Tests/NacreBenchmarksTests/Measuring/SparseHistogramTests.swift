import Testing

@testable import NacreBenchmarks

@Suite struct SparseHistogramTests {
    @Test func `percentiles are those of all recorded values, to 1.6 %`() throws {
        var random = SplitMix64(seed: 3)
        var values: [UInt64] = []
        var histogram = SparseHistogram()
        for _ in 0..<5_000 {
            // From a nanosecond to an hour, each order of magnitude as often as the others.
            let magnitude = UInt64(1) << UInt64(random.next(below: 42))
            let value = magnitude + UInt64(random.next(below: Int(magnitude)))
            values.append(value)
            histogram.record(value)
        }
        values.sort()
        for percent in stride(from: 0.5, through: 100, by: 0.5) {
            let exact = Double(values[max(0, Int((percent / 100 * 5_000).rounded(.up)) - 1)])
            let found = Double(try #require(histogram.percentile(percent)))
            #expect(abs(found - exact) <= exact * 0.016, "\(percent): \(found), exactly \(exact)")
        }
        #expect(histogram.total == 5_000)
    }

    @Test func `small values are exact, and the greatest there is has a bucket`() {
        for value: UInt64 in [0, 1, 31, 32, 63] {
            var histogram = SparseHistogram()
            histogram.record(value)
            #expect(histogram.percentile(50) == value)
        }
        var histogram = SparseHistogram()
        histogram.record(.max)
        #expect(histogram.percentile(100).map { $0 > .max / 100 * 98 } == true)
    }

    @Test func `histograms that are merged are as one that recorded everything`() {
        var (one, other, all) = (SparseHistogram(), SparseHistogram(), SparseHistogram())
        for value in 0..<2_000 as Range<UInt64> {
            if value.isMultiple(of: 3) { one.record(value * 7) } else { other.record(value * 7) }
            all.record(value * 7)
        }
        one.merge(other)
        #expect(one == all)
    }

    @Test func `nothing recorded has no percentile`() {
        #expect(SparseHistogram().percentile(50) == nil)
    }
}
