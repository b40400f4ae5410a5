import Foundation

/// A process that appends occasionally, beside one that appends at full speed with many writers, on one store.
struct BesideWorkload: RunnableWorkload {
    let engines: [any BenchmarkEngine]

    /// The load of both processes: the last writer is the light one.
    let load: AppendLoad

    /// Nanoseconds from one append of the light process to its next.
    let interval: UInt64
    let slicing: Slicing
    let task: WorkerTask
    let makeWorker: WorkerMaker

    /// The rate of each engine's busy process, with the latencies of its light one.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = engines.map { ContenderResult($0) }
        var syncs: [Double] = []
        for run in 0...slicing.runs {
            let probe = try await onDedicatedThread { try DiskProbe.run(in: context.workspace.folder, seconds: 0.5) }
            if run > 0 { syncs.append(1e9 / probe.syncsPerSecond) }
            for index in TurnOrder.turns(of: engines.indices, inRound: run) {
                let (turn, name) = (Turn(run: run, of: slicing.runs), engines[index].name.rawValue)
                let slice = try await slice(of: engines[index], in: context, context.progress.shown(turn.step(name)))
                guard context.end(turn, name, eventsPerSecond: slice.busyRate, slice.report, in: &results[index])
                else { continue }
                results[index].add(eventsPerSecond: slice.busyRate, latencies: slice.latencies)
            }
        }
        for index in results.indices {
            guard let sync = SampleSummary(syncs), results[index].latencies.count > 0 else { continue }
            results[index].note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
            results[index].note("light process", results[index].latencies)
        }
        return results
    }

    private func slice(
        of engine: any BenchmarkEngine, in context: RunContext, _ step: String?
    ) async throws -> (busyRate: Double, latencies: [UInt64], report: AuditReport) {
        try await context.workspace.withFreshStore { folder in
            let light = load.writers - 1
            var crew = WorkerCrew()
            do {
                try await crew.add(makeWorker(task.on(folder, of: engine, load: load, ownWriters: 0..<light)))
                try await crew.add(makeWorker(task.on(folder, of: engine, load: load, ownWriters: light..<light + 1)))
                await context.workspace.settle()
                let replies = try await crew.perform([
                    .append(SliceBudget(seconds: slicing.seconds, events: nil), untilIndexed: false, step: step),
                    .pace(interval: interval, seconds: slicing.seconds),
                ])
                let records = try await crew.finish(in: context.workspace)
                let report = await context.audit.run(folder, of: engine, load: load, records: records)
                let rate = perSecond(replies[0].events, in: max(1, replies[0].nanoseconds))
                return (rate, records.last?.latencies ?? [], report.report)
            } catch {
                await crew.dismiss()
                throw error
            }
        }
    }
}
