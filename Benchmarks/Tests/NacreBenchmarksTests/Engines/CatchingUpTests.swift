import Testing

@testable import NacreBenchmarks

@Suite struct CatchingUpTests {
    private func sight(_ indexedUpTo: UInt64, merging: Bool = false, bytes: Int = 4_096) -> CatchingUp.Sight {
        CatchingUp.Sight(indexedUpTo: indexedUpTo, head: 100_000, isMerging: merging, bytes: bytes)
    }

    private let second: UInt64 = 1_000_000_000

    @Test func `an index that stands still far behind has not caught up`() throws {
        var catchingUp = CatchingUp()
        #expect(try catchingUp.observe(sight(50_000), at: 0) == nil)
        #expect(try catchingUp.observe(sight(50_000), at: 59 * second) == nil)
        let error = #expect(throws: HarnessError.self) { try catchingUp.observe(sight(50_000), at: 60 * second) }
        #expect(error?.message == "the index has stood still for 60.00 s, 50,000 events behind the log")
    }

    @Test func `one that moves now and then is waited for`() throws {
        var catchingUp = CatchingUp()
        for step in 0..<5 {
            #expect(try catchingUp.observe(sight(50_000 + UInt64(step)), at: UInt64(step) * 40 * second) == nil)
        }
    }

    @Test func `no more than a generation behind, with nothing to merge, it has caught up`() throws {
        var catchingUp = CatchingUp()
        #expect(try catchingUp.observe(sight(83_615), at: 1) == nil)
        #expect(try catchingUp.observe(sight(83_616), at: 2) == CaughtUp(nanoseconds: 2, lag: 16_384))
    }

    @Test func `as long as it merges it has not caught up, and merging is movement`() throws {
        var catchingUp = CatchingUp()
        for step in 0..<5 {
            let merging = sight(100_000, merging: true, bytes: step)
            #expect(try catchingUp.observe(merging, at: UInt64(step) * 40 * second) == nil)
        }
        #expect(try catchingUp.observe(sight(100_000), at: 200 * second)?.lag == 0)
    }

    @Test func `a fill whose index was further behind, or was not looked at, fails its audit`() {
        #expect(FillWorkload.judge(indexLag: 16_384).passed)
        #expect(!FillWorkload.judge(indexLag: 16_385).passed)
        #expect(!FillWorkload.judge(indexLag: nil).passed)
    }
}
