import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct CatchingUpTests {
    private func sight(_ indexedUpTo: UInt64, merging: Bool = false, bytes: Int = 4_096) -> CatchingUp.Sight {
        CatchingUp.Sight(indexedUpTo: indexedUpTo, head: 100_000, isMerging: merging, bytes: bytes)
    }

    private let second: UInt64 = 1_000_000_000

    @Test func `an index without progress and with a large lag has not caught up`() throws {
        var catchingUp = CatchingUp()
        #expect(try catchingUp.observe(sight(50_000), at: 0) == nil)
        #expect(try catchingUp.observe(sight(50_000), at: 59 * second) == nil)
        let error = #expect(throws: HarnessError.self) { try catchingUp.observe(sight(50_000), at: 60 * second) }
        #expect(error?.message == "the index has made no progress for 60.00 s, 50,000 events behind the log")
    }

    @Test func `an index that makes occasional progress does not time out`() throws {
        var catchingUp = CatchingUp()
        for step in 0..<5 {
            #expect(try catchingUp.observe(sight(50_000 + UInt64(step)), at: UInt64(step) * 40 * second) == nil)
        }
    }

    @Test func `an index has caught up at a lag of one generation without merges`() throws {
        var catchingUp = CatchingUp()
        #expect(try catchingUp.observe(sight(83_615), at: 1) == nil)
        #expect(try catchingUp.observe(sight(83_616), at: 2) == CaughtUp(nanoseconds: 2, lag: 16_384))
    }

    @Test func `a merging index has not caught up, and merging counts as progress`() throws {
        var catchingUp = CatchingUp()
        for step in 0..<5 {
            let merging = sight(100_000, merging: true, bytes: step)
            #expect(try catchingUp.observe(merging, at: UInt64(step) * 40 * second) == nil)
        }
        #expect(try catchingUp.observe(sight(100_000), at: 200 * second)?.lag == 0)
    }

    @Test func `a fill fails its audit if its index lags further, or was not checked`() {
        #expect(AuditReport(indexLag: 16_384).passed)
        #expect(!AuditReport(indexLag: 16_385).passed)
        #expect(!AuditReport(indexLag: nil).passed)
    }
}
