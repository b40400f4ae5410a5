import Foundation

/// A process that appends now and then, beside one that appends as fast as many writers can, on one store.
struct BesideWorkload: Sendable {
    let engines: [any BenchmarkEngine]

    /// The load of both processes: the last writer is the light one.
    let load: AppendLoad

    /// Nanoseconds from one append of the light process to its next.
    let interval: UInt64
    let secondsPerSlice: Double
    let runs: Int
    let task: WorkerTask
    let makeWorker: WorkerMaker

    /// Runs both processes, engine after engine, in slices on fresh stores.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - audit: How they are audited.
    ///   - progress: Is told of every slice.
    /// - Returns: One result for each engine: the rate of the busy process, the latencies of the light one.
    /// - Throws: Where a store cannot be made, appended to or closed.
    func run(in workspace: Workspace, audit: SliceAudit, progress: Progress) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult(Contender(engine: $0, rule: .whatWaits)) }
        var syncs: [Double] = []
        for run in 0...runs {
            let probe = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: 0.5) }
            if run > 0 { syncs.append(1e9 / probe.syncsPerSecond) }
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let step = Progress.step(run: run, of: runs, engines[index].name.rawValue)
                let slice = try await slice(of: engines[index], in: workspace, audit, progress.shown(step))
                results[index].audits.append(slice.report)
                progress.note(
                    run: run, of: runs, engines[index].name.rawValue, eventsPerSecond: slice.busyRate,
                    passed: slice.report.passed)
                guard run > 0 else { continue }
                results[index].eventsPerSecond.append(slice.busyRate)
                results[index].add(slice: slice.latencies)
            }
        }
        for index in results.indices {
            guard let sync = SampleSummary(syncs), let summary = results[index].latencies.summary else { continue }
            results[index].note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
            results[index].note("light process, p50", Double(summary.p50), .nanoseconds)
            results[index].note("light process, p99", Double(summary.p99), .nanoseconds)
            results[index].note("light process, longest", Double(summary.max), .nanoseconds)
        }
        return results
    }

    private func slice(
        of engine: any BenchmarkEngine, in workspace: Workspace, _ audit: SliceAudit, _ step: String?
    ) async throws -> (busyRate: Double, latencies: [UInt64], report: AuditReport) {
        try await workspace.withFreshStore { folder in
            var crew = WorkerCrew()
            do {
                try await crew.add(makeWorker(task(of: engine, in: folder, writers: 0..<load.writers - 1)))
                try await crew.add(makeWorker(task(of: engine, in: folder, writers: load.writers - 1..<load.writers)))
                await workspace.settle()
                let replies = try await crew.perform([
                    .append(SliceBudget(seconds: secondsPerSlice, events: nil), untilIndexed: false, step: step),
                    .pace(interval: interval, seconds: secondsPerSlice),
                ])
                let records = try await crew.finish(in: workspace)
                let report = await audit.run(folder, of: engine, load: load, records: records)
                let rate = Double(replies[0].events) * 1e9 / Double(max(1, replies[0].nanoseconds))
                return (rate, records.last?.latencies ?? [], report.report)
            } catch {
                await crew.dismiss()
                throw error
            }
        }
    }

    private func task(of engine: any BenchmarkEngine, in folder: URL, writers: Range<Int>) -> WorkerTask {
        var task = task
        task.engine = engine.name
        task.store = folder.path
        task.load = load
        task.load.ownWriters = writers
        return task
    }
}
