import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct LatencyBoundTests {
    private let bound = LatencyBound(nanoseconds: 25_000_000)

    /// A second in which an append is due every millisecond.
    ///
    /// - Parameters:
    ///   - begun: The number of begun appends; the others wait until the end.
    ///   - latency: The duration of an append, in milliseconds; `nil` if it fails.
    /// - Returns: The slice.
    private func slice(begun: Int = 1_000, _ latency: (Int) -> UInt64?) -> AppendSlice {
        let start: UInt64 = 5_000_000_000
        let dues = (0..<1_000).map { start + UInt64($0) * 1_000_000 }
        var record = WriterRecord(eventsPerAcknowledgement: 1)
        for (number, due) in dues.prefix(begun).enumerated() {
            guard let latency = latency(number) else { continue }
            record.latencies.append(latency * 1_000_000)
            record.moments.append(due + latency * 1_000_000)
        }
        var slice = AppendSlice(start: start, nanoseconds: 1_000_000_000, records: [record])
        slice.offered = OfferedLoad(
            dues: dues, left: dues[begun...], end: start + 1_000_000_000, answers: record.moments)
        return slice
    }

    private func isKept(begun: Int = 1_000, behind warmUp: UInt64 = 0, _ latency: (Int) -> UInt64?) -> Bool {
        bound.isKept(by: slice(begun: begun, latency), ofSeconds: 1, behind: warmUp)
    }

    @Test func `a bound is kept if all appends take less, even if the last ones are still under way`() {
        #expect(isKept { _ in 1 })
        // 15 of the 1,000 are not answered before it.
        #expect(isKept { _ in 15 })
        #expect(isKept { _ in 25 })
    }

    @Test func `a bound is broken if more than one append in a hundred takes longer`() {
        #expect(!isKept { _ in 26 })
        #expect(!isKept { $0.isMultiple(of: 50) ? 26 : 1 })
        #expect(isKept { $0.isMultiple(of: 200) ? 26 : 1 })
    }

    @Test func `a failed append breaks the bound`() {
        #expect(!isKept { $0.isMultiple(of: 50) ? nil : 1 })
    }

    @Test func `a store that falls behind breaks the bound`() {
        #expect(!isKept(begun: 900) { _ in 1 })
        // Each append a tenth of a millisecond later than the one before.
        #expect(!isKept { UInt64($0 / 10 + 1) })
    }

    @Test func `an append due in the warm-up does not break the bound`() {
        #expect(!isKept { $0 < 100 ? 60 : 1 })
        #expect(isKept(behind: 200_000_000) { $0 < 100 ? 60 : 1 })
    }

    @Test func `a bound is not kept if nothing was due in time`() {
        #expect(!isKept(behind: 980_000_000) { _ in 1 })
        let longer = LatencyBound(nanoseconds: 2_000_000_000)
        let isKept = longer.isKept(by: slice { _ in 1 }, ofSeconds: 1, behind: 0)
        #expect(!isKept)
    }
}
