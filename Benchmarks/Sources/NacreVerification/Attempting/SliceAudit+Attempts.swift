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
        report.add("the whole log can be read after reopening", passed: failure == nil, detail: failure ?? "")
        await addSecondReading(of: folder, auditor.contents, to: &report)
        return report
    }

    /// Checks the log of a store against its filling and the attempts since, and every read meanwhile against the log.
    package func run(
        _ folder: URL, of engine: any BenchmarkEngine, attempts: [AttemptRecord], reads: [ReadObservation],
        filledBy load: AppendLoad, _ contents: LogContents
    ) async -> AuditReport {
        let auditor = AttemptAuditor(
            records: attempts, eventsPerAppend: 1, templates: PayloadTemplates(of: load),
            filling: .init(writers: load.writers, contents: contents))
        var model = LogModel(for: reads.lazy.map(\.request))
        var report = await run(folder, of: engine, auditor: auditor) { model.add($0) }
        var wrong = AuditFinding()
        for read in reads {
            if let fault = model.fault(in: read) { wrong.note("\(read.request): \(fault)") }
        }
        report.checks.append(wrong.check("every read shows the log, with everything acknowledged before it began"))
        return report
    }
}
