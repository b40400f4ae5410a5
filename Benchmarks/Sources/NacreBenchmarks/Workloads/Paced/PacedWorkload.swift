import Foundation
import NacreRuntime
import Shell

/// Single appends at half of the maximum rate, or at a given rate, while the index and both projections run.
struct PacedWorkload: RunnableWorkload {
    /// One for each engine.
    let kernels: [ProjectedLoad]
    let writers: Int

    /// The appends a second; `nil` for half of the maximum rate, which is measured first.
    var rate: Double?

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
        var figures = LoadFigures()
    }

    /// Measures the disk's sync, the maximum rate, and latencies at half of that, run after run.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var results = kernels.map { ContenderResult($0.engine) }
        var samples = kernels.map { _ in Samples() }
        for turn in TurnOrder.turns(of: results.indices, runs: kernels[0].slicing.runs) {
            try await run(turn, kernels[turn.index], &results[turn.index], &samples[turn.index], in: context)
        }
        for index in results.indices {
            note(&results[index], samples[index])
            samples[index].figures.note(in: &results[index])
        }
        return results
    }

    private func run(
        _ turn: Turn, _ kernel: ProjectedLoad, _ result: inout ContenderResult, _ samples: inout Samples,
        in context: RunContext
    ) async throws {
        let (workspace, progress, slicing) = (context.workspace, context.progress, kernel.slicing)
        let commits = KernelCommits(kernel.load)
        let label = result.contender.label
        let probe = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: 0.5) }
        var due = rate ?? 0
        if rate == nil {
            let closed = try await progress.watching(
                turn.step("\(label)  the maximum rate"), SliceBudget(seconds: slicing.seconds)
            ) { watch in
                try await slice(of: kernel, in: workspace, &result) { target in
                    await ClosedLoop(commits: commits, writers: writers, seconds: slicing.seconds)
                        .run(on: target, watchedBy: watch)
                }
            }
            due = closed.appendsPerSecond / 2
            if !turn.isWarmUp {
                samples.greatest.append(closed.appendsPerSecond)
                samples.greatestLags.append(Double(closed.lag))
                samples.figures.add(closed.record.failures, of: "appends")
            }
        }
        let name = "\(label)  \(decimal(Int(due)))/s"
        let budget = SliceBudget(seconds: slicing.seconds, arrivals: Arrivals(rate: due))
        let open = try await progress.watching(turn.step(name), budget) { [due] watch in
            try await slice(of: kernel, in: workspace, &result) { target in
                await OpenLoop(commits: commits, rate: due, seconds: slicing.seconds).run(on: target, watchedBy: watch)
            }
        }
        // The rate up to the last answer, not the requested one: a store that falls behind answers fewer per
        // second.
        progress.note(turn, name, eventsPerSecond: open.appendsPerSecond, passed: result.audit.passed)
        guard !turn.isWarmUp else { return }
        samples.syncs.append(1e9 / probe.syncsPerSecond)
        samples.lags.append(Double(open.lag))
        samples.figures.add(open.record.failures, of: "appends")
        result.add(
            eventsPerSecond: open.appendsPerSecond, latencies: open.record.latencies,
            intervals: open.record.intervals(
                ofSeconds: slicing.intervalSeconds, eventsPerAppend: kernel.load.eventsPerAppend))
    }

    private func note(_ result: inout ContenderResult, _ samples: Samples) {
        let p99 = result.sliceLatencies.map { Double($0.p99) }
        guard let sync = SampleSummary(samples.syncs), let lag = SampleSummary(samples.lags),
            let ratio = SampleSummary(ratiosOf: p99, to: samples.syncs)
        else { return }
        var name = "half of the maximum rate"
        if let rate { name = "\(decimal(Int(rate))) appends a second" }
        if let greatest = SampleSummary(samples.greatest), let lag = SampleSummary(samples.greatestLags) {
            let writers = decimal(writers)
            result.note("maximum rate, \(writers) writers, projections included", greatest.median, .eventsPerSecond)
            result.note("lag of the projections at that rate, in events, median", lag.median, .count)
        }
        result.note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
        result.note("p99 at \(name)", medianOf: p99, .nanoseconds)
        result.note("p99 / sync", medianOf: ratio.samples, .ratio)
        result.note("lag of the projections at \(name), in events, median", lag.median, .count)
    }

    private func slice(
        of kernel: ProjectedLoad, in workspace: Workspace, _ result: inout ContenderResult,
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
