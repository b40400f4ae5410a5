import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Shell

/// Appends at a given rate to existing streams, while both of the kernel's projections follow, as in a program.
struct LagWorkload: RunnableWorkload {
    let engine: any BenchmarkEngine
    let load: KernelLoad

    /// Events per second, on average.
    let rate: Double
    let durability: Durability
    let mapSize: Int
    let secondsPerSlice: Double
    let runs: Int

    /// The length of an interval in the series over time, in seconds.
    var intervalSeconds = 1.0

    /// Measures the time from append to readability, run after run on one store; latencies are those of the slower
    /// projection.
    func run(in context: RunContext) async throws -> [ContenderResult] {
        let measured = try await context.workspace.withFreshStore { folder in
            let timeline = ProjectionTimeline()
            let measured = try await withStore(folder, observer: timeline) { store in
                try await measure(store, timeline, context)
            }
            let report = try await withStore(folder) { store in
                var report = await ArrivalAudit(load: load).run(store.application.runtime, measured.record)
                report.checks += try await ReadModelAudit.run(store.application.runtime).checks
                return report
            }
            var audited = measured
            audited.result.audits.append(report)
            return audited
        }
        var result = measured.result
        note(&result, measured)
        return [result]
    }

    private struct Measured: Sendable {
        var result: ContenderResult
        var record = ArrivalRecord()
        var ofModels: [String: LatencyRecorder] = [:]
        var appends = LatencyRecorder()
        var figures = LoadFigures()
    }

    private func measure(
        _ store: ProjectedStore, _ timeline: ProjectionTimeline, _ context: RunContext
    ) async throws -> Measured {
        var measured = Measured(result: ContenderResult(engine))
        let commits = KernelCommits(load)
        context.progress.note("appending to \(decimal(load.streams)) streams for the first time")
        measured.record = try await firstAppends(commits, to: store)
        if let halt = try await store.application.runtime.catchUp().first { throw halt }
        if let log = store.application.store as? LMDBEventStore {
            _ = try await NacreSession(store: log).waitUntilIndexed()
        }
        for run in 0...runs {
            await context.workspace.settle()
            _ = timeline.take()
            let first = measured.record.answers.count
            let appends = rate / Double(load.eventsPerAppend)
            let budget = SliceBudget(seconds: secondsPerSlice, arrivals: Arrivals(rate: appends))
            let name = "of \(decimal(Int(rate)))"
            let turn = Turn(run: run, of: runs)
            let record = try await context.progress.watching(turn.step(name), budget) { watch in
                try await store.following {
                    await OpenLoop(commits: commits, rate: appends, seconds: secondsPerSlice, first: first)
                        .run(on: store, watchedBy: watch)
                }
            }
            let lags = ProjectionLags(of: record.answers, in: timeline.take())
            measured.record.add(record)
            var report = AuditReport()
            report.add(
                "every append was seen to come into both read models",
                passed: lags.ofModels.count == 2 && lags.missing == 0, detail: "\(lags.missing) were not")
            let reached = eventsPerSecond(of: record)
            guard context.end(turn, name, eventsPerSecond: reached, report, in: &measured.result) else { continue }
            measured.figures.add(record.failures, of: "appends")
            let series = record.intervals(
                ofSeconds: intervalSeconds, eventsPerAppend: load.eventsPerAppend, latencies: lags.ofAll)
            measured.result.add(eventsPerSecond: reached, latencies: lags.ofAll, intervals: series)
            measured.appends.record(record.latencies)
            for (model, nanoseconds) in lags.ofModels {
                measured.ofModels[model, default: LatencyRecorder()].record(nanoseconds)
            }
        }
        return measured
    }

    /// Appends to every stream once, many streams per commit, in an order unrelated to the later one.
    func firstAppends(_ commits: KernelCommits, to store: ProjectedStore) async throws -> ArrivalRecord {
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

    /// The rate from the first due append to the last answer.
    private func eventsPerSecond(of record: ArrivalRecord) -> Double {
        guard let span = record.span, span.upperBound > span.lowerBound else { return 0 }
        return perSecond(record.answers.count * load.eventsPerAppend, in: span.upperBound - span.lowerBound)
    }

    private func withStore<Result: Sendable>(
        _ folder: URL, observer: ProjectionTimeline? = nil, _ body: (ProjectedStore) async throws -> Result
    ) async throws -> Result {
        try await ProjectedStore.with(folder, durability: durability, mapSize: mapSize, observer: observer, body)
    }
}

extension LagWorkload {
    /// The limit for 99 of 100 events: 50 ms.
    static let longest: UInt64 = 50_000_000

    private func note(_ result: inout ContenderResult, _ measured: Measured) {
        measured.figures.note(in: &result)
        for (model, recorder) in measured.ofModels.sorted(by: { $0.key < $1.key }) {
            result.note(model, recorder)
        }
        result.note("an append, from the moment at which it was due", measured.appends, [.p50, .p99])
        guard let p99 = SampleSummary(result.sliceLatencies.map({ Double($0.p99) })),
            let rates = SampleSummary(result.eventsPerSecond), let all = result.latencies.summary
        else { return }
        result.note("p99 of a round", medianOf: p99.samples, .nanoseconds)
        // A very short slice shows only the start.
        guard secondsPerSlice >= 1, durability == .full else { return }
        result.promises.add(
            "99 of 100 events can be read \(duration(nanoseconds: Self.longest)) after the answer, in both read models",
            passed: all.p99 <= Self.longest, detail: "it takes \(duration(nanoseconds: all.p99))")
        result.promises.add(
            "as many events are answered as come", passed: rates.median >= 0.95 * rate,
            detail: "\(decimal(Int(rates.median))) a second are, of \(decimal(Int(rate)))")
    }
}
