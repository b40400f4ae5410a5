import Nacre
import NacreTesting
import Testing

@Suite struct DurableRuleTests {
    @Test(arguments: EventStoreConformance.rules(.durable) + EventStoreConformance.rules(.shared))
    func `a log that outlives its subject passes the durable and shared rules`(
        rule: ConformanceRule
    ) async throws {
        try await rule.check(ReopenableSubject())
    }

    @Test(arguments: EventStoreConformance.rules(.durable))
    func `every rule catches a store that is empty after reopening`(rule: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) {
            try await rule.check(ReopenableSubject(fault: .losesEventsOnReopening))
        }
    }

    @Test(arguments: EventStoreConformance.rules(.shared))
    func `every rule catches a second process with its own log`(rule: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) { try await rule.check(ReopenableSubject(fault: .isNotShared)) }
    }

    @Test func `the rule about time catches processes that each use their own clock`() async throws {
        let text = "recordedAt never decreases along the log, even if another process's clock is behind"
        let rule = try #require(EventStoreConformance.rules(.shared).first { $0.text == text })
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(ReopenableSubject(fault: .usesOwnClock))
        }
        #expect(failure?.finding.hasPrefix("when they were recorded") == true, "\(failure?.description ?? "")")
    }
}
