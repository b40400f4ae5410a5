import Foundation

extension OperatedStore {
    /// The number of events from which the growth of files can be compared: below it, preallocation dominates.
    static let eventsUntilCompared = 100_000

    /// The permitted growth of a log with a slow reader, relative to that without one: a tenth more.
    static let greatestGrowth = 1.1

    /// Appends the same number of events to each of four copies.
    ///
    /// One has no reader, one a slow export, one a slow scan in place, and one a reader that holds one read transaction
    /// all the time.
    func appendBesideReaders(_ setting: OperationSetting) async throws -> OperationOutcome {
        var outcome = OperationOutcome()
        let interval = UInt64(setting.parameters.readerSeconds * 1e9 / Double(max(1, events)))
        let readers: [(name: String, reading: SlowReading?)] = [
            ("without a reader", nil),
            ("beside a slow export", SlowReading(path: .sequence, interval: interval)),
            ("beside a slow scan in place", SlowReading(path: .scan, interval: interval)),
            ("beside a read transaction that is held", .held),
        ]
        var growths: [Double] = []
        for (name, reading) in readers {
            let measured = try await filled.withCopy(in: setting.context.workspace) { folder in
                try await append(beside: reading, name, folder, setting)
            }
            growths.append(measured.growth)
            outcome.note("log.mdb, bytes an event appended \(name)", measured.growth, .ratio)
            outcome.note("appends \(name)", measured.answers.eventsPerSecond, .eventsPerSecond)
            if reading != nil { outcome.note("events read, \(name)", Double(measured.eventsRead), .count) }
            outcome.latencies.append(("an append \(name)", measured.answers.latencies))
            outcome.audit.checks += measured.audit
            outcome.intervals.append(
                measured.answers.intervals(
                    ofSeconds: setting.parameters.intervalSeconds, "pinned: appends \(name)"))
            if reading == nil {
                outcome.note(rate: measured.answers.eventsPerSecond, nil)
                outcome.mainLatencies = measured.answers.latencies
            }
        }
        for (index, (name, reading)) in readers.enumerated() where reading != nil && growths[0] > 0 {
            outcome.note("growth \(name) / without", growths[index] / growths[0], .ratio)
        }
        guard engine.name == .nacre, setting.parameters.eventsBesideReader >= Self.eventsUntilCompared, growths[0] > 0
        else { return outcome }
        let ratio = growths[1] / growths[0]
        outcome.promises.add(
            "a log grows no more beside a slow export than without, within 10 %", passed: ratio <= Self.greatestGrowth,
            detail: "it grows \(decimal(ratio, decimals: 2)) times as much")
        return outcome
    }

    private struct Measured: Sendable {
        /// The log's growth per event, in bytes.
        var growth: Double
        var answers: AnnouncedAnswers
        var eventsRead: Int
        var audit: [AuditReport.Check]
    }

    private func append(
        beside reading: SlowReading?, _ name: String, _ folder: URL, _ setting: OperationSetting
    ) async throws -> Measured {
        try await setting.with(setting.worker(of: self, on: folder)) { writer in
            guard let reading else { return try await append(through: writer, reader: nil, name, folder, setting) }
            return try await setting.with(setting.worker(of: self, on: folder)) { reader in
                _ = try await reader.perform(.read(reading))
                return try await append(through: writer, reader: reader, name, folder, setting)
            }
        }
    }

    private func append(
        through writer: any SubscribingWorker, reader: (any SubscribingWorker)?, _ name: String, _ folder: URL,
        _ setting: OperationSetting
    ) async throws -> Measured {
        await setting.context.workspace.settle()
        func logBytes() -> Double { Double(StorageFigures.files(in: folder)["log.mdb", default: 0]) }
        let before = logBytes()
        let answers = try await setting.append(
            AnnouncedSlice(events: setting.parameters.eventsBesideReader, step: setting.step("appends \(name)")),
            through: writer, writers: load.writers)
        let growth = (logBytes() - before) / Double(max(1, answers.reply.events))
        let eventsRead = try await reader?.perform(.close).events ?? 0
        _ = try await writer.perform(.close)
        var records = records
        answers.goOn(&records)
        let audited = await setting.context.audit.run(folder, of: engine, load: load, records: records).report
        var report = AuditReport(checks: audited.named("pinned"))
        if reader != nil {
            report.add("pinned: the reader reads \(name)", passed: eventsRead > 0, detail: "it received no event")
        }
        return Measured(growth: growth, answers: answers, eventsRead: eventsRead, audit: report.checks)
    }
}
