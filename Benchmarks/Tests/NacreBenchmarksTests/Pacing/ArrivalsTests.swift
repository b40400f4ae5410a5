import Testing

@testable import NacreLoad
@testable import NacreVerification

@Suite struct ArrivalsTests {
    @Test func `arrivals are drawn in order at the requested rate`() {
        let dues = Arrivals(rate: 1_000).dues(seconds: 10, seed: 1)
        #expect((9_500...10_500).contains(dues.count))
        #expect(dues == dues.sorted())
        #expect(dues.allSatisfy { $0 < 10_000_000_000 })
    }

    @Test func `there are no arrivals at a rate of 0`() {
        #expect(Arrivals(rate: 0).dues(seconds: 10, seed: 1).isEmpty)
    }

    @Test func `fixed arrivals have equal gaps`() {
        let dues = Arrivals(rate: 1_000, spacing: .fixed).dues(seconds: 1, seed: 1)
        #expect(dues.count == 999)
        #expect(dues.enumerated().allSatisfy { abs(Int($1) - ($0 + 1) * 1_000_000) <= 1 })
    }

    @Test(arguments: Arrivals.Spacing.allCases)
    func `a rising rate brings fewer arrivals at first and more at the end`(spacing: Arrivals.Spacing) {
        let arrivals = Arrivals(rate: 0, lastRate: 2_000, spacing: spacing)
        let dues = arrivals.dues(seconds: 10, seed: 1)
        #expect((9_500...10_500).contains(dues.count))
        for quarter in 1...4 {
            let expected = arrivals.expected(at: Double(quarter) * 2.5, of: 10)
            let found = Double(dues.count { $0 < UInt64(quarter) * 2_500_000_000 })
            #expect(abs(found - expected) < 0.05 * 10_000, "\(quarter)")
        }
    }

    @Test func `a rate may fall, and its arrivals end`() {
        let dues = Arrivals(rate: 2_000, lastRate: 1).dues(seconds: 10, seed: 1)
        #expect((9_500...10_500).contains(dues.count))
        #expect(dues.count { $0 < 5_000_000_000 } > dues.count * 7 / 10)
    }
}
