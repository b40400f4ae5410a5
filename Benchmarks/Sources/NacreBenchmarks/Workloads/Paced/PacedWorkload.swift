import Foundation
import NacreRuntime
import Shell

/// Single appends at half of the maximum rate, while the index and both projections run.
struct PacedWorkload: RunnableWorkload {
    let kernel: ProjectedLoad
    let writers: Int

    private struct Slice {
        var record: ArrivalRecord
        var lag: UInt64
        var seconds: Double

        var appendsPerSecond: Double { Double(record.latencies.count) / seconds }
    }

    private struct Samples {
        var greatest: [Double] = []
        var syncs: [Double] = []
        var greatestLags: [Double] = []
        var lags: [Double] = []
    }

    /// Measures the disk's sync, the maximum rate, and latencies at half of that, run after run.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let (workspace, progress, slicing) = (context.workspace, context.progress, kernel.slicing)
        var result = ContenderResult(kernel.engine)
        let commits = KernelCommits(kernel.load)
        var samples = Samples()
        var figures = LoadFigures()
        for run in 0...slicing.runs {
            let probe = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: 0.5) }
            let turn = Turn(run: run, of: slicing.runs)
            let closed = try await progress.watching(
                turn.step("the maximum rate"), SliceBudget(seconds: slicing.seconds)
            ) { watch in
                try await slice(in: workspace, &result) { target in
                    await ClosedLoop(commits: commits, writers: writers, seconds: slicing.seconds)
                        .run(on: target, watchedBy: watch)
                }
            }
            let rate = closed.appendsPerSecond
            let name = "half of \(decimal(Int(rate)))"
            let budget = SliceBudget(seconds: slicing.seconds, arrivals: Arrivals(rate: rate / 2))
            let open = try await progress.watching(turn.step(name), budget) { watch in
                try await slice(in: workspace, &result) { target in
                    await OpenLoop(commits: commits, rate: rate / 2, seconds: slicing.seconds)
                        .run(on: target, watchedBy: watch)
                }
            }
            // The rate up to the last answer, not the requested one: a store that falls behind answers fewer per
            // second.
            let half = open.appendsPerSecond
            progress.note(turn, name, eventsPerSecond: half, passed: result.audit.passed)
            guard !turn.isWarmUp else { continue }
            samples.greatest.append(rate)
            samples.greatestLags.append(Double(closed.lag))
            samples.syncs.append(1e9 / probe.syncsPerSecond)
            samples.lags.append(Double(open.lag))
            figures.add(closed.record.failures + open.record.failures, of: "appends")
            result.add(
                eventsPerSecond: half, latencies: open.record.latencies,
                intervals: open.record.intervals(
                    ofSeconds: slicing.intervalSeconds, eventsPerAppend: kernel.load.eventsPerAppend))
        }
        note(&result, samples)
        figures.note(in: &result)
        return [result]
    }

    private func note(_ result: inout ContenderResult, _ samples: Samples) {
        let p99 = result.sliceLatencies.map { Double($0.p99) }
        guard let rate = SampleSummary(samples.greatest), let sync = SampleSummary(samples.syncs),
            let lag = SampleSummary(samples.lags), let greatestLag = SampleSummary(samples.greatestLags),
            let ratio = SampleSummary(ratiosOf: p99, to: samples.syncs)
        else { return }
        let writers = decimal(writers)
        result.note("maximum rate, \(writers) writers, projections included", rate.median, .eventsPerSecond)
        result.note("lag of the projections at that rate, in events, median", greatestLag.median, .count)
        result.note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
        result.note("p99 at half of the maximum rate", medianOf: p99, .nanoseconds)
        result.note("p99 / sync", medianOf: ratio.samples, .ratio)
        result.note("lag of the projections at half of it, in events, median", lag.median, .count)
    }

    private func slice(
        in workspace: Workspace, _ result: inout ContenderResult,
        _ body: @Sendable (ProjectedStore) async -> ArrivalRecord
    ) async throws -> Slice {
        let (record, lag, seconds, report) = try await workspace.withFreshStore { folder in
            await workspace.settle()
            let (record, lag, seconds) = try await kernel.withStore(folder) { store in
                try await store.projecting { await body(store) }
            }
            let report = try await kernel.withStore(folder) {
                await ArrivalAudit(load: kernel.load).run($0.application.runtime, record)
            }
            return (record, lag, seconds, report)
        }
        result.audits.append(report)
        return Slice(record: record, lag: lag, seconds: seconds)
    }
}
