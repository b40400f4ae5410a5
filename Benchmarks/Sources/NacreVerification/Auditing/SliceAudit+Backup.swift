package import Foundation
package import Nacre

extension SliceAudit {
    /// Checks a store that was backed up while writers appended, and the backup against everything acknowledged up to
    /// its head.
    ///
    /// `headBefore` is the store's head before the backup began.
    package func run(
        _ folder: URL, of engine: any BenchmarkEngine, load: AppendLoad, records: [WriterRecord], backup: URL,
        head: Position, headBefore: Position
    ) async -> AuditReport {
        let log = await run(folder, of: engine, load: load, records: records).report
        let copy = await run(
            backup, of: engine, load: load, records: records.map { $0.acknowledged(upTo: head) })
        var report = AuditReport(checks: log.named("backup, the log") + copy.report.named("backup, the copy"))
        report.add(
            "backup: the copy ends at the reported head", passed: copy.contents.events == head,
            detail: "it has \(copy.contents.events) events, the reported head is \(head)")
        report.add(
            "backup: the copy has all events that the log had when the backup began", passed: head >= headBefore,
            detail: "the head of the log was \(headBefore), that of the copy is \(head)")
        let check = "backup: verification finds no fault in the copy"
        do {
            report.add(check, faults: try await engine.faults(in: backup))
        } catch {
            report.add(check, passed: false, detail: "\(error)")
        }
        return report
    }
}

extension WriterRecord {
    /// The record for a log that ends at a position.
    func acknowledged(upTo head: Position) -> WriterRecord {
        var record = self
        record.latencies = []
        record.acknowledgements = acknowledgements.filter { $0.firstPosition <= head }
        return record
    }
}

extension AuditReport {
    /// The checks, each prefixed with the name of what was audited.
    package func named(_ what: String) -> [Check] {
        checks.map { Check(name: "\(what): \($0.name)", passed: $0.passed, detail: $0.detail) }
    }
}
