import Nacre
import Testing

@testable import NacreBenchmarks

/// Concurrent clients on a store that breaks one rule: the checker has to reject it, by the check that is about it.
// One after the other: histories take memory, which other tests of this process weigh.
@Suite(.serialized) struct StoreBreakTests {
    private func check(_ target: (any ConsistencyTarget) -> any ConsistencyTarget) async throws -> AuditReport {
        let store = InMemoryEventStore()
        let plan = ConsistencyPlan(callsPerClient: 150, seed: 5)
        let entries = try await ConsistencyRun(plan: plan, clients: 0..<8)
            .histories(on: target(EventStoreTarget(store: store)))
        // What was answered before it was written is written soon.
        if entries.isEmpty { return AuditReport(checks: []) }
        try await Task.sleep(for: .milliseconds(20))
        var checker = ConsistencyChecker(entries, try await FinalLog(of: store))
        return checker.check()
    }

    @Test func `a store that breaks no rule passes every check`() async throws {
        let report = try await check { $0 }
        #expect(report.passed, "\(report.checks.filter { !$0.passed })")
        #expect(report.checks.count == ConsistencyCheck.allCases.count)
    }

    @Test(arguments: StoreBreak.allCases)
    func `a store that breaks a rule is rejected by the check that is about it`(rule: StoreBreak) async throws {
        let report = try await check { BrokenTarget($0, rule) }
        let broken = report.checks.filter { !$0.passed }
        #expect(broken.contains { $0.name == rule.check.rawValue }, "\(broken)")
    }
}
