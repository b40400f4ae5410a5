import Foundation

/// Kills a process under load, opens its store in a new one, and audits the log that both leave.
package struct RecoveryTrial: Sendable {
    package let engine: any BenchmarkEngine
    package let audit: SliceAudit

    /// The answers of the writers before the load, which filled the store.
    package let records: [WriterRecord]

    /// The longest run of a load before the kill, in seconds; the kill's time is drawn from the second half.
    let loadSeconds: Double
    let makeWorker: RecoveryMaker

    package init(
        engine: any BenchmarkEngine, audit: SliceAudit, records: [WriterRecord], loadSeconds: Double,
        makeWorker: @escaping RecoveryMaker
    ) {
        (self.engine, self.audit, self.records) = (engine, audit, records)
        (self.loadSeconds, self.makeWorker) = (loadSeconds, makeWorker)
    }

    /// The measurements of the process that started after the kill, and the audit.
    package struct Findings: Sendable {
        /// Nanoseconds of opening, and of the first append after it.
        package var opening: UInt64
        package var append: UInt64

        /// The head after that append.
        package var head: UInt64

        /// Events that were acknowledged under the load.
        package var acknowledged: Int
        package var report: AuditReport
    }

    /// Kills a process that works on a task, runs `restore` on the closed store, and recovers.
    ///
    /// - Throws: If a process cannot be started, or the recovering one fails.
    package func run(
        _ task: SubscriberTask, run number: Int, in workspace: Workspace, restore: () async throws -> Void
    ) async throws -> Findings {
        let (folder, load) = (URL(fileURLWithPath: task.task.store, isDirectory: true), task.task.load)
        let files = ["journal", "times", "record"].map(workspace.newFile)
        let ending = try await loadAndKill(task, run: number, journal: files[0])
        let killed = try killedLoad(writers: load.writers - 1, journal: files[0])
        try await restore()
        let (row, record) = try await recover(task, times: files[1], record: files[2])
        var records = killed.records
        records[load.writers - 1].goOn(with: record)
        var report = await audit.run(folder, of: engine, load: load, records: records).report
        report.checks += killed.report.checks
        report.add("the process ran until it was killed", passed: ending.isKill, detail: "it \(ending.inWords)")
        report.add("verification finds no fault after the recovery", faults: try await engine.faults(in: folder))
        for file in files { try FileManager.default.removeItem(at: file) }
        return Findings(
            opening: row[0], append: row[1], head: row[2], acknowledged: killed.acknowledged, report: report)
    }

    private func loadAndKill(_ task: SubscriberTask, run: Int, journal: URL) async throws -> StartedProcess.Ending {
        let worker = try await makeWorker(task)
        do {
            try await worker.perform(.load(journal: journal.path))
            var random = SplitMix64(seed: task.task.load.seed &+ UInt64(run))
            let share = 0.5 + 0.5 * Double(random.next(below: 1_000)) / 1_000
            try await Task.sleep(for: .seconds(loadSeconds * share))
        } catch {
            _ = await worker.end()
            throw error
        }
        return await worker.end()
    }

    private func killedLoad(writers: Int, journal: URL) throws -> KilledLoad {
        let file = AcknowledgementJournal.failure(beside: journal)
        var failure: String?
        if FileManager.default.fileExists(atPath: file.path) {
            failure = try String(contentsOf: file, encoding: .utf8)
            try FileManager.default.removeItem(at: file)
        }
        return KilledLoad(
            records, journal: try JournalContents(reading: journal), writers: 0..<writers, failure: failure)
    }

    private func recover(
        _ task: SubscriberTask, times: URL, record: URL
    ) async throws -> (times: [UInt64], record: WriterRecord) {
        let worker = try await makeWorker(task)
        do {
            try await worker.perform(.recover(times: times.path, record: record.path))
        } catch {
            _ = await worker.end()
            throw error
        }
        _ = await worker.end()
        guard let row = try WordFile.read(times).first, row.count == 3, let record = try RecordFile.read(record).first
        else { throw HarnessError("the recovering process wrote no times") }
        return (row, record)
    }
}
