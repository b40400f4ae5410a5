package import Foundation
package import Nacre

extension SliceAudit {
    /// Reopens a store, and checks its whole log against the outcomes of its writers' attempts.
    ///
    /// A witness receives every event as well.
    package func run(
        _ folder: URL, of engine: any BenchmarkEngine, auditor: AttemptAuditor,
        witness: (RecordedEvent) -> Void = { _ in }
    ) async -> AuditReport {
        var auditor = auditor
        var failure: String?
        do {
            try await engine.withSession(folder) { session in
                try await session.forEachEvent {
                    auditor.observe($0)
                    witness($0)
                }
            }
        } catch {
            failure = "\(error)"
        }
        var report = auditor.finish()
        report.add("a fresh opening reads the whole log", passed: failure == nil, detail: failure ?? "")
        await addSecondReading(of: folder, auditor.contents, to: &report)
        return report
    }
}
