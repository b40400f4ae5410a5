import Foundation

/// Audits the store of a mixed load's slice, and every read of it.
struct MixedAudit: Sendable {
    let audit: SliceAudit

    /// Reads the store back, checks it against the filling and the attempts, and checks all reads against it.
    func run(
        _ folder: URL, of engine: any BenchmarkEngine, records: [MixedRecord], filled: FilledStore.Manifest
    ) async -> AuditReport {
        let auditor = AttemptAuditor(
            records: records.map(\.attempts), eventsPerAppend: 1,
            templates: PayloadTemplates(of: filled.load),
            filling: .init(writers: filled.load.writers, contents: filled.contents))
        var model = LogModel(for: records.lazy.flatMap(\.observations).map(\.request))
        var report = await audit.run(folder, of: engine, auditor: auditor) { model.add($0) }
        report.checks.append(Self.judge(records, by: model))
        return report
    }

    /// Checks every read against the log.
    static func judge(_ records: [MixedRecord], by model: LogModel) -> AuditReport.Check {
        var wrong = AuditFinding()
        for observation in records.lazy.flatMap(\.observations) {
            if let fault = model.fault(in: observation) { wrong.note("\(observation.request): \(fault)") }
        }
        return wrong.check("every read shows what the log holds, and all that was acknowledged before it began")
    }
}
