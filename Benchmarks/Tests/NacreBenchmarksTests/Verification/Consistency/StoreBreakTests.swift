import Nacre
import Testing

@testable import NacreLoad
@testable import NacreVerification

/// Concurrent clients on a store that breaks one rule: the check of this rule must fail.
// Serialized: histories take memory, which other tests of this process measure.
@Suite(.serialized) struct StoreBreakTests {
    private func check(_ breaking: StoreBreak? = nil) async throws -> AuditReport {
        let store = InMemoryEventStore()
        let sound = EventStoreTarget(store: store)
        let target: any ConsistencyTarget = if let breaking { BrokenTarget(sound, breaking) } else { sound }
        let plan = ConsistencyPlan(callsPerClient: 150, seed: 5)
        let entries = try await ConsistencyRun(plan: plan, clients: 0..<8).histories(on: target)
        // A commit answered before it was written is written soon.
        if entries.isEmpty { return AuditReport(checks: []) }
        try await Task.sleep(for: .milliseconds(20))
        var checker = ConsistencyChecker(entries, try await FinalLog(of: store, breaking: breaking))
        return checker.check()
    }

    @Test func `a store that breaks no rule passes every check`() async throws {
        let report = try await check()
        #expect(report.passed, "\(report.checks.filter { !$0.passed })")
        #expect(report.checks.count == ConsistencyCheck.allCases.count)
    }

    @Test(arguments: StoreBreak.allCases)
    func `a store that breaks a rule fails that rule's check`(rule: StoreBreak) async throws {
        let report = try await check(rule)
        let broken = report.checks.filter { !$0.passed }
        #expect(broken.contains { $0.name == rule.check.rawValue }, "\(broken)")
    }

    /// Rules that can be broken with all others kept.
    @Test(arguments: [StoreBreak.writeOtherTypes, .skipVersions, .readBehindOthers, .failAppends])
    func `a store that breaks one rule fails that check alone`(rule: StoreBreak) async throws {
        let report = try await check(rule)
        #expect(report.checks.filter { !$0.passed }.map(\.name) == [rule.check.rawValue])
    }

    @Test func `every check rejects some store, except the check of coverage`() {
        let rejecting = Set(StoreBreak.allCases.map(\.check))
        #expect(Set(ConsistencyCheck.allCases).subtracting(rejecting) == [.coverage])
    }
}
