import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Shell

/// Appends at a given rate to existing streams, while both projections follow, as in a program.
struct LagWorkload: RunnableWorkload {
    static let longest: UInt64 = 50_000_000

    let kernel: ProjectedLoad
    let rate: Double

    private struct Measured: Sendable {
        var result: ContenderResult
        var record = ArrivalRecord()
        var ofModels: [String: LatencyRecorder] = [:]
        var appends = LatencyRecorder()
        var figures = LoadFigures()
    }

    /// Measures the time from append to readability, run after run on one store; latencies are those of the slower
    /// projection.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        var measured = try await context.workspace.withFreshStore { folder in
            let timeline = ProjectionTimeline()
            var measured = try await kernel.withStore(folder, observer: timeline) { store in
                try await measure(store, timeline, context)
            }
            measured.result.audits.append(
                try await kernel.withStore(folder) { [record = measured.record] store in
                    let runtime = store.application.runtime
                    var report = await ArrivalAudit(load: kernel.load).run(runtime, record)
                    report.checks += try await ReadModelAudit.run(runtime).checks
                    return report
                })
            return measured
        }
        note(&measured)
        return [measured.result]
    }

    private func measure(
        _ store: ProjectedStore, _ timeline: ProjectionTimeline, _ context: RunContext
    ) async throws -> Measured {
        var measured = Measured(result: ContenderResult(kernel.engine))
        let commits = KernelCommits(kernel.load)
        context.progress.note("appending to \(decimal(kernel.load.streams)) streams for the first time")
        measured.record = try await firstAppends(commits, to: store)
        if let halt = try await store.application.runtime.catchUp().first { throw halt }
        if let log = store.application.store as? LMDBEventStore {
            _ = try await NacreSession(store: log).waitUntilIndexed()
        }
        let (seconds, eventsPerAppend) = (kernel.slicing.seconds, kernel.load.eventsPerAppend)
        let appends = rate / Double(eventsPerAppend)
        for run in 0...kernel.slicing.runs {
            await context.workspace.settle()
            _ = timeline.take()
            let first = measured.record.answers.count
            let budget = SliceBudget(seconds: seconds, arrivals: Arrivals(rate: appends))
            let (turn, name) = (Turn(run: run, of: kernel.slicing.runs), "of \(decimal(Int(rate)))")
            let record = try await context.progress.watching(turn.step(name), budget) { watch in
                try await store.following {
                    await OpenLoop(commits: commits, rate: appends, seconds: seconds, first: first)
                        .run(on: store, watchedBy: watch)
                }
            }
            let lags = ProjectionLags(of: record.answers, in: timeline.take())
            measured.record.add(record)
            var report = AuditReport()
            report.add(
                "every append reached both read models", passed: lags.ofModels.count == 2 && lags.missing == 0,
                detail: "\(lags.missing) did not")
            let reached = eventsPerSecond(of: record)
            guard context.end(turn, name, eventsPerSecond: reached, report, in: &measured.result) else { continue }
            measured.figures.add(record.failures, of: "appends")
            measured.result.add(
                eventsPerSecond: reached, latencies: lags.ofAll,
                intervals: record.intervals(
                    ofSeconds: kernel.slicing.intervalSeconds, eventsPerAppend: eventsPerAppend, latencies: lags.ofAll))
            measured.appends.record(record.latencies)
            for (model, nanoseconds) in lags.ofModels {
                measured.ofModels[model, default: LatencyRecorder()].record(nanoseconds)
            }
        }
        return measured
    }

    /// Appends to every stream once, many streams per commit, in an order unrelated to the later one.
    func firstAppends(_ commits: KernelCommits, to store: ProjectedStore) async throws -> ArrivalRecord {
        let load = kernel.load
        var random = SplitMix64(seed: load.seed)
        let numbers = (0..<load.streams).shuffled(using: &random)
        var record = ArrivalRecord()
        let perCommit = max(1, 10_000 / load.eventsPerAppend)
        for start in stride(from: 0, to: numbers.count, by: perCommit) {
            let some = numbers[start..<min(start + perCommit, numbers.count)]
            let entries = some.flatMap { commits[$0].entries }
            let result = try await store.append(Commit(entries: entries))
            for (index, number) in some.enumerated() {
                let behind = entries.count - (index + 1) * load.eventsPerAppend
                record.note(number, at: result.lastPosition - UInt64(behind), due: 0, answered: 0)
            }
        }
        return record
    }

    private func eventsPerSecond(of record: ArrivalRecord) -> Double {
        guard let span = record.span, span.upperBound > span.lowerBound else { return 0 }
        return perSecond(record.answers.count * kernel.load.eventsPerAppend, in: span.upperBound - span.lowerBound)
    }

    private func note(_ measured: inout Measured) {
        measured.figures.note(in: &measured.result)
        for (model, recorder) in measured.ofModels.sorted(by: { $0.key < $1.key }) {
            measured.result.note(model, recorder)
        }
        measured.result.note("an append, from the moment at which it was due", measured.appends, [.p50, .p99])
        guard let rates = SampleSummary(measured.result.eventsPerSecond), let all = measured.result.latencies.summary
        else { return }
        measured.result.note(
            "p99 of a round", medianOf: measured.result.sliceLatencies.map { Double($0.p99) }, .nanoseconds)
        // A very short slice shows only the start.
        guard kernel.slicing.seconds >= 1, kernel.durability == .full else { return }
        measured.result.promises.add(
            "99 of 100 events are in both read models within \(duration(nanoseconds: Self.longest)) of the answer",
            passed: all.p99 <= Self.longest, detail: "it takes \(duration(nanoseconds: all.p99))")
        measured.result.promises.add(
            "events are answered at the rate at which they arrive", passed: rates.median >= 0.95 * rate,
            detail: "\(decimal(Int(rates.median))) per second, of \(decimal(Int(rate)))")
    }
}
