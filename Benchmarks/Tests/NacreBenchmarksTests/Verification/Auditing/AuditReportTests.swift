import Testing

@testable import NacreVerification

@Suite struct AuditReportTests {
    private func report(_ name: String, passed: Bool) -> AuditReport {
        AuditReport(checks: [.init(name: name, passed: passed, detail: passed ? nil : "why")])
    }

    @Test func `an audit without checks has not passed`() {
        #expect(!AuditReport(checks: []).passed)
    }

    @Test func `a check that failed in one slice has failed, and names the slice`() {
        let merged = AuditReport.merged([
            report("a", passed: true), report("a", passed: false), report("a", passed: true),
        ])
        #expect(merged.checks == [.init(name: "a", passed: false, detail: "slice 2: why")])
    }

    @Test func `checks of all slices are kept`() {
        let merged = AuditReport.merged([report("a", passed: true), report("b", passed: true)])
        #expect(merged.checks.map(\.name) == ["a", "b"])
        #expect(merged.passed)
    }
}
