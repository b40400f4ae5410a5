import Testing

@testable import NacreBenchmarks

@Suite struct HeldBackPlanTests {
    private let plan = HeldBackPlan(events: 10_000_000, tailEvents: 131_072, eventsPerRound: 250)

    @Test(arguments: [0, 1, 9_000, 16_383, 16_384] as [UInt64])
    func `a tail is filled to its last whole round, for every lag of the index`(lag: UInt64) {
        let rest = plan.restEvents(behind: lag)
        #expect(rest.isMultiple(of: plan.eventsPerRound))
        #expect(Int(lag) + rest <= 131_072)
        #expect(Int(lag) + rest > 131_072 - 250)
    }

    @Test(arguments: [0, 16_384] as [UInt64])
    func `the log has all events, and at most the index's lag more`(lag: UInt64) {
        let events = plan.firstEvents + plan.restEvents(behind: lag)
        #expect(events >= 10_000_000)
        #expect(events <= 10_000_000 + 16_384 + 3 * 250)
    }

    @Test func `an engine without an index, and a small store, have exactly the requested events`() {
        #expect(plan.firstEvents.isMultiple(of: 250))
        #expect(plan.firstEvents + plan.restEvents(behind: nil) == 10_000_000)
        let small = HeldBackPlan(events: 400, tailEvents: 100, eventsPerRound: 4)
        #expect(small.firstEvents + small.restEvents(behind: 300) == 400)
    }
}
