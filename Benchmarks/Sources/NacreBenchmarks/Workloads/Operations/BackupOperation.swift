import Foundation
import Nacre

extension OperatedStore {
    /// The time between the writers' first answer and the start of the backup.
    private static let headStart = Duration.milliseconds(200)

    /// The time limit in seconds after which writers stop by themselves: no backup takes longer.
    private static let longestBackup = 3_600.0

    /// Backs the store up while another process appends to it, as the command line does.
    func backUp(_ setting: OperationSetting) async throws -> OperationOutcome {
        let (workspace, parameters) = (setting.context.workspace, setting.parameters)
        let destination = workspace.newFile("backup")
        defer { try? FileManager.default.removeItem(at: destination) }
        return try await filled.withCopy(in: workspace) { folder in
            try await setting.with(setting.worker(of: self, on: folder)) { worker in
                await workspace.settle()
                var around = AnnouncedSlice(
                    seconds: parameters.secondsAround,
                    rate: parameters.rate.map { $0 / Double(load.eventsPerAppend) },
                    step: setting.step("appends before"))
                let before = try await setting.append(around, through: worker, writers: load.writers)

                var beside = around
                beside.seconds = Self.longestBackup
                beside.endsWhenStopped = true
                beside.step = setting.step("appends during")
                _ = try await worker.perform(.begin(beside))
                _ = try await worker.perform(.untilAnswered(1))
                try await Task.sleep(for: Self.headStart)
                let backup = try await withSession(folder) { session in
                    let head = try await session.head()
                    let start = monotonicNanoseconds()
                    let summary = try await session.backUp(to: destination)
                    return Backup(summary: summary, headBefore: head, start: start, end: monotonicNanoseconds())
                }
                _ = try await worker.perform(.stop)
                let during = try await AnnouncedAnswers.end(of: worker, writers: load.writers, in: workspace)

                around.step = setting.step("appends after")
                let after = try await setting.append(around, through: worker, writers: load.writers)
                _ = try await worker.perform(.close)

                let slices = [("appends before", before), ("appends during", during), ("appends after", after)]
                var outcome = figures(of: backup, before, during, after)
                outcome.intervals = slices.map { name, answers in
                    answers.intervals(ofSeconds: parameters.intervalSeconds, "backup: \(name)")
                }
                var records = records
                for (_, answers) in slices { answers.goOn(&records) }
                outcome.audit = await setting.context.audit.run(
                    folder, of: engine, load: load, records: records, backup: destination,
                    head: backup.summary.head, headBefore: backup.headBefore)
                return outcome
            }
        }
    }

    private struct Backup: Sendable {
        var summary: BackupSummary

        var headBefore: Position
        var start: UInt64
        var end: UInt64

        var nanoseconds: UInt64 { max(1, end - start) }
    }

    private func figures(
        of backup: Backup, _ before: AnnouncedAnswers, _ during: AnnouncedAnswers, _ after: AnnouncedAnswers
    ) -> OperationOutcome {
        let (latencies, answered) = during.between(backup.start, backup.end)
        let seconds = Double(backup.nanoseconds) / 1e9
        var outcome = OperationOutcome(mainLatencies: latencies)
        outcome.note(rate: Double(backup.summary.head) / seconds, nil)
        outcome.note("rate", Double(backup.summary.bytes) / seconds, .bytesPerSecond)
        outcome.note("time", Double(backup.nanoseconds), .nanoseconds)
        outcome.note("events copied", Double(backup.summary.head), .count)
        outcome.note("appends before", before.eventsPerSecond, .eventsPerSecond)
        outcome.note("appends during", Double(answered) / seconds, .eventsPerSecond)
        outcome.note("appends after", after.eventsPerSecond, .eventsPerSecond)
        outcome.latencies = [
            ("an append before", before.latencies), ("an append during", latencies),
            ("an append after", after.latencies),
        ]
        return outcome
    }
}
