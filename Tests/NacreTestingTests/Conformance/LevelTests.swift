import Nacre
import NacreTesting
import Testing

@Suite struct LevelTests {
    @Test(arguments: EventStoreConformance.rules(.durable) + EventStoreConformance.rules(.shared))
    func `a log that outlives its doors keeps what durable and shared stores promise`(
        rule: ConformanceRule
    ) async throws {
        try await rule.check(DoorSubject())
    }

    @Test(arguments: EventStoreConformance.rules(.durable))
    func `a store that is empty after reopening is caught by every rule`(rule: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) { try await rule.check(DoorSubject(fault: .forgets)) }
    }

    @Test(arguments: EventStoreConformance.rules(.shared))
    func `a second process with a log of its own is caught by every rule`(rule: ConformanceRule) async {
        await #expect(throws: ConformanceFailure.self) { try await rule.check(DoorSubject(fault: .isAlone)) }
    }

    @Test func `processes that each record by their own clock are caught by the rule about time`() async throws {
        let text = "recordedAt never decreases along the log, even where another process's clock is behind"
        let rule = try #require(EventStoreConformance.rules(.shared).first { $0.text == text })
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await rule.check(DoorSubject(fault: .goesByItsOwnClock))
        }
        #expect(failure?.finding.hasPrefix("when they were recorded") == true, "\(failure?.description ?? "")")
    }
}
