/// Reading one whole log, every checksum verified and every payload byte touched, engine after engine in short slices.
struct ReplayWorkload: Sendable {
    let engines: [any BenchmarkEngine]
    let load: AppendLoad
    let events: Int
    let path: ReplayPath
    let secondsPerSlice: Double
    let runs: Int

    /// Fills and audits one store, outside the clock, then has every engine in turn replay that same log.
    ///
    /// The store is filled by the first engine that is not the ceiling, so that the ceiling reads what it did not write.
    ///
    /// - Parameters:
    ///   - workspace: Where the store goes.
    ///   - audit: How it is audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each engine.
    /// - Throws: Where the store cannot be filled or read.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits)) }
        guard let filler = engines.first(where: { $0.name != .lmdb }) ?? engines.first else { return results }
        try await workspace.withFreshStore { folder in
            progress.note("filling a store with \(decimal(events)) events through \(filler.name.rawValue)")
            let filled = try await filler.append(
                load, within: SliceBudget(seconds: nil, events: events), eventsPerCommit: nil, in: folder)
            let audited = await audit.run(folder, of: filler, load: load, records: filled.records)
            for index in results.indices { results[index].audits.append(audited.report) }
            await workspace.settle()

            for run in 0...runs {
                for (index, engine) in engines.enumerated() {
                    let slice = try await engine.replay(folder, by: path, seconds: secondsPerSlice)
                    let report = Self.judge(slice, contents: audited.contents)
                    results[index].audits.append(report)
                    progress.note(
                        run: run, of: runs, engine.name.rawValue, eventsPerSecond: slice.eventsPerSecond,
                        passed: report.passed)
                    guard run > 0 else { continue }
                    results[index].eventsPerSecond.append(slice.eventsPerSecond)
                    results[index].latencies.record(slice.passes)
                }
            }
        }
        return results
    }

    /// Holds what the passes found against what the audit found.
    static func judge(_ slice: ReplaySlice, contents: LogContents) -> AuditReport {
        var report = AuditReport(checks: [])
        report.add(
            "every pass replays every event", passed: slice.contents.allSatisfy { $0.events == contents.events },
            detail: "the log holds \(contents.events) events, the passes found \(slice.contents.map(\.events))")
        report.add(
            "every pass finds the known sum of all payload bytes",
            passed: slice.contents.allSatisfy { $0.payloadSum == contents.payloadSum },
            detail: "the sum is \(contents.payloadSum), the passes found \(slice.contents.map(\.payloadSum))")
        return report
    }
}
