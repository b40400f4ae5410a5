import Testing

@testable import NacreBenchmarks

@Suite struct SampleSummaryTests {
    @Test func `the median of an odd number of samples is the middle one`() {
        #expect(SampleSummary([9, 1, 5])?.median == 5)
    }

    @Test func `the median of an even number of samples is the mean of the middle two`() {
        #expect(SampleSummary([4, 1, 9, 2])?.median == 3)
    }

    @Test func `samples keep their order, beside the smallest and the greatest`() {
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
}
