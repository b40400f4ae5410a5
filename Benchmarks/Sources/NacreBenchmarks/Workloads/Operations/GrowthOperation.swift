import Foundation

extension OperatedStore {
    /// The number of turns in which a store is filled; its files are measured after each.
    private static let turns = 20

    /// Fills a store of its own from the beginning, and measures the growth of its files and the process's memory.
    func grow(_ setting: OperationSetting) async throws -> OperationOutcome {
        try await setting.context.workspace.withFreshStore { folder in
            try await setting.with(setting.worker(of: engine, load: load, appends: [], on: folder)) { worker in
                await setting.context.workspace.settle()
                var records = load.emptyRecords
                var sizes: [StoreGrowth.Sample] = []
                var nanoseconds: UInt64 = 0
                var appended = 0
                var series: IntervalRecorder?
                let sampler = MemorySampler()
                for turn in 1...Self.turns {
                    let wanted = events * turn / Self.turns - appended
                    guard wanted > 0 else { continue }
                    let answers = try await sampler.during(worker.processID) {
                        try await setting.append(
                            AnnouncedSlice(events: wanted, step: setting.step("turn \(turn) of \(Self.turns)")),
                            through: worker, writers: load.writers)
                    }
                    let reply = answers.reply
                    // As if the turns were contiguous.
                    var recorder =
                        series
                        ?? IntervalRecorder(start: reply.start, everySeconds: setting.parameters.intervalSeconds)
                    answers.record(in: &recorder, behind: reply.start - min(recorder.start + nanoseconds, reply.start))
                    series = recorder
                    answers.goOn(&records)
                    appended += reply.events
                    nanoseconds += reply.nanoseconds
                    sizes.append(.init(events: appended, files: StorageFigures.files(in: folder)))
                }
                _ = try await worker.perform(.close)
                var outcome = figures(of: sizes, MemorySummary(sampler.samples))
                outcome.memory = sampler.samples
                if var growth = series?.series(ofNanoseconds: nanoseconds) {
                    growth.name = "growth"
                    outcome.intervals = [growth]
                }
                outcome.note(rate: Double(appended) * 1e9 / Double(max(1, nanoseconds)))
                let audited = await setting.context.audit.run(folder, of: engine, load: load, records: records)
                outcome.audit.checks += audited.report.named("growth")
                return outcome
            }
        }
    }

    private func figures(of sizes: [StoreGrowth.Sample], _ memory: MemorySummary?) -> OperationOutcome {
        var outcome = OperationOutcome()
        if let last = sizes.last, let half = sizes.first(where: { 2 * $0.events >= last.events }),
            half.events < last.events
        {
            func perEvent(_ name: String, _ bytes: (StoreGrowth.Sample) -> UInt64) {
                let (first, all) = (Double(bytes(half)), Double(bytes(last)))
                outcome.note("\(name), bytes an event, first half", first / Double(half.events), .ratio)
                outcome.note(
                    "\(name), bytes an event, second half", (all - first) / Double(last.events - half.events), .ratio)
            }
            perEvent("log.mdb") { $0.files["log.mdb", default: 0] }
            perEvent("all files", \.bytes)
        }
        if let memory {
            outcome.note("anonymous memory, maximum of the first half", Double(memory.firstHalfMaxBytes), .bytes)
            outcome.note("anonymous memory, maximum of the second half", Double(memory.secondHalfMaxBytes), .bytes)
        }
        guard events >= ContenderResult.eventsUntilFlat, engine.name == .nacre else { return outcome }
        StoreGrowth(sizes)?.judge(in: &outcome.promises)
        if let memory { memory.judgeFlatness("anonymous memory", in: &outcome.promises) }
        return outcome
    }
}
