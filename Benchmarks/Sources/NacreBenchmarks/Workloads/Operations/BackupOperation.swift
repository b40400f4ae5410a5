import Foundation
import Nacre

extension OperatedStore {
    /// The time between the writers' first answer and the start of the backup.
    private static let headStart = Duration.milliseconds(200)

    /// The time limit in seconds after which writers stop by themselves: no backup takes longer.
    private static let longestBackup = 3_600.0

    /// Backs the store up while another process appends to it, as the command line does.
    func backUp(_ setting: OperationSetting) async throws -> OperationOutcome {
        let workspace = setting.context.workspace
        let destination = workspace.newFile("backup")
        defer { try? FileManager.default.removeItem(at: destination) }
        return try await filled.withCopy(in: workspace) { folder in
            try await setting.with(setting.worker(of: self, on: folder)) { worker in
                await workspace.settle()
                var records = records
                var around = AnnouncedSlice(
                    seconds: setting.secondsAround, rate: setting.rate.map { $0 / Double(load.eventsPerAppend) },
                    step: setting.step("appends before"))
                let before = try await setting.append(around, through: worker, writers: load.writers)
                before.goOn(&records)

                var beside = around
                beside.seconds = Self.longestBackup
                beside.endsWhenStopped = true
                beside.step = setting.step("appends during")
                _ = try await worker.perform(.begin(beside))
                _ = try await worker.perform(.untilAnswered(1))
                try await Task.sleep(for: Self.headStart)
                let backup = try await Self.withSession(engine, folder) { session in
                    let head = try await session.head()
                    let start = monotonicNanoseconds()
                    let summary = try await session.backUp(to: destination)
                    return Backup(summary: summary, headBefore: head, start: start, end: monotonicNanoseconds())
                }
                _ = try await worker.perform(.stop)
                let during = try await AnnouncedAnswers.end(of: worker, writers: load.writers, in: workspace)
                during.goOn(&records)

                around.step = setting.step("appends after")
                let after = try await setting.append(around, through: worker, writers: load.writers)
                after.goOn(&records)
                _ = try await worker.perform(.close)

                var outcome = figures(of: backup, before, during, after)
                let told = [("appends before", before), ("appends during", during), ("appends after", after)]
                outcome.intervals = told.map { name, answers in
                    answers.intervals(ofSeconds: setting.intervalSeconds, "backup: \(name)")
                }
                await audit(backup, of: folder, at: destination, records, setting, &outcome.audit)
                return outcome
            }
        }
    }

    /// A completed backup.
    private struct Backup: Sendable {
        var summary: BackupSummary

        /// The head before it began.
        var headBefore: Position
        var start: UInt64
        var end: UInt64

        var nanoseconds: UInt64 { max(1, end - start) }
    }

    private func figures(
        of backup: Backup, _ before: AnnouncedAnswers, _ during: AnnouncedAnswers, _ after: AnnouncedAnswers
    ) -> OperationOutcome {
        var outcome = OperationOutcome()
        let (latencies, answered) = during.between(backup.start, backup.end)
        let seconds = Double(backup.nanoseconds) / 1e9
        outcome.eventsPerSecond = Double(backup.summary.head) / seconds
        outcome.mainLatencies = latencies
        outcome.note("rate", Double(backup.summary.bytes) / seconds, .bytesPerSecond)
        outcome.note("time", Double(backup.nanoseconds), .nanoseconds)
        outcome.note("events copied", Double(backup.summary.head), .count)
        outcome.note("appends before", before.eventsPerSecond, .eventsPerSecond)
        outcome.note("appends during", Double(answered) / seconds, .eventsPerSecond)
        outcome.note("appends after", after.eventsPerSecond, .eventsPerSecond)
        outcome.latencies = [
            ("an append before", before.records.flatMap(\.latencies)), ("an append during", latencies),
            ("an append after", after.records.flatMap(\.latencies)),
        ]
        return outcome
    }

    /// Audits the log with the appends, and the copy against everything acknowledged up to its end.
    private func audit(
        _ backup: Backup, of folder: URL, at destination: URL, _ records: [WriterRecord], _ setting: OperationSetting,
        _ report: inout AuditReport
    ) async {
        let whole = await setting.context.audit.run(folder, of: engine, load: load, records: records)
        report.checks += whole.report.named("backup, the log")
        let head = backup.summary.head
        let copied = records.map { $0.acknowledged(upTo: head) }
        let copy = await setting.context.audit.run(destination, of: engine, load: load, records: copied)
        report.checks += copy.report.named("backup, the copy")
        report.add(
            "backup: the copy ends where it says", passed: copy.contents.events == head,
            detail: "it holds \(copy.contents.events) events and says \(head)")
        report.add(
            "backup: what was in the log before is in the copy", passed: head >= backup.headBefore,
            detail: "the log went up to \(backup.headBefore), the copy to \(head)")
        do {
            let faults = try await engine.faults(in: destination)
            report.add("backup: verification finds nothing in the copy", faults: faults)
        } catch {
            report.add("backup: verification finds nothing in the copy", passed: false, detail: "\(error)")
        }
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
    func named(_ what: String) -> [Check] {
        checks.map { Check(name: "\(what): \($0.name)", passed: $0.passed, detail: $0.detail) }
    }
}
