import Foundation
import Nacre

extension SliceAudit {
    /// Opens a store anew, and holds its whole log against what became of its writers' attempts; a witness is shown
    /// every event as well.
    func run(
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
