import Foundation
import NacreRuntime
import Shell

/// Single appends at half of the maximum rate, while the index and both of the kernel's projections run.
struct PacedWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine
    let load: KernelLoad
    let writers: Int
    let durability: Durability
    let mapSize: Int
    let secondsPerSlice: Double
    let runs: Int

    /// The length of an interval in the series over time, in seconds.
    var intervalSeconds = 1.0

    /// Measures the disk's sync, the maximum rate, and latencies at half of that, run after run.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let (workspace, progress) = (context.workspace, context.progress)
        var result = ContenderResult(engine)
        let commits = KernelCommits(load)
        var greatest: [Double] = []
        var syncs: [Double] = []
        var greatestLags: [Double] = []
        var lags: [Double] = []
        var figures = LoadFigures()
        for run in 0...runs {
            let probe = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: 0.5) }
            let turn = Turn(run: run, of: runs)
            let greatestStep = turn.step("the greatest rate")
            let closed = try await progress.watching(greatestStep, SliceBudget(seconds: secondsPerSlice)) { watch in
                try await slice(in: workspace, &result) { target in
                    await ClosedLoop(commits: commits, writers: writers, seconds: secondsPerSlice)
                        .run(on: target, watchedBy: watch)
                }
            }
            let rate = Double(closed.record.latencies.count) / closed.seconds
            let name = "half of \(decimal(Int(rate)))"
            let budget = SliceBudget(seconds: secondsPerSlice, arrivals: Arrivals(rate: rate / 2))
            let open = try await progress.watching(turn.step(name), budget) { watch in
                try await slice(in: workspace, &result) { target in
                    await OpenLoop(commits: commits, rate: rate / 2, seconds: secondsPerSlice)
                        .run(on: target, watchedBy: watch)
                }
            }
            // The rate up to the last answer, not the requested one: a store that falls behind answers fewer per
            // second.
            let half = Double(open.record.latencies.count) / open.seconds
            progress.note(turn, name, eventsPerSecond: half, passed: result.audit.passed)
            guard !turn.isWarmUp else { continue }
            greatest.append(rate)
            greatestLags.append(Double(closed.lag))
            syncs.append(1e9 / probe.syncsPerSecond)
            lags.append(Double(open.lag))
            figures.add(closed.record.failures + open.record.failures, of: "appends")
            result.add(
                eventsPerSecond: half, latencies: open.record.latencies,
                intervals: open.record.intervals(ofSeconds: intervalSeconds, eventsPerAppend: load.eventsPerAppend))
        }
        note(&result, greatest: greatest, greatestLags: greatestLags, syncs: syncs, lags: lags)
        figures.note(in: &result)
        return [result]
    }

    private func note(
        _ result: inout ContenderResult, greatest: [Double], greatestLags: [Double], syncs: [Double], lags: [Double]
    ) {
        let p99 = result.sliceLatencies.map { Double($0.p99) }
        guard let rate = SampleSummary(greatest), let sync = SampleSummary(syncs), let lag = SampleSummary(lags),
            let greatestLag = SampleSummary(greatestLags), let ratio = SampleSummary(ratiosOf: p99, to: syncs),
            let median = SampleSummary(p99)
        else { return }
        let writers = decimal(writers)
        result.note("greatest rate, \(writers) writers, until projected too", rate.median, .eventsPerSecond)
        result.note("events that the projections lag behind then, median", greatestLag.median, .count)
        result.note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
        result.note("p99 at half of the greatest rate", medianOf: median.samples, .nanoseconds)
        result.note("p99 / sync", medianOf: ratio.samples, .ratio)
        result.note("events that the projections lag behind at half of it, median", lag.median, .count)
    }

    private func slice(
        in workspace: Workspace, _ result: inout ContenderResult,
        _ body: @Sendable (ProjectedStore) async -> ArrivalRecord
    ) async throws -> (record: ArrivalRecord, lag: UInt64, seconds: Double) {
        let (record, lag, seconds, report) = try await workspace.withFreshStore { folder in
            await workspace.settle()
            let (record, lag, seconds) = try await ProjectedStore.with(
                folder, durability: durability, mapSize: mapSize
            ) { store in try await store.projecting { await body(store) } }
            let report = try await ProjectedStore.with(folder, durability: durability, mapSize: mapSize) {
                await ArrivalAudit(load: load).run($0.application.runtime, record)
            }
            return (record, lag, seconds, report)
        }
        result.audits.append(report)
        return (record, lag, seconds)
    }
}
