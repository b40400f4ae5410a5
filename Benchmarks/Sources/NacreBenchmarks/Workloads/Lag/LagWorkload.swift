import Foundation
import Nacre
import NacreLMDB
import NacreRuntime
import Shell

/// Appends at a given rate to streams that are there already, while both of the kernel's projections follow, as in a program.
struct LagWorkload: Sendable {
    let engine: any BenchmarkEngine
    let load: KernelLoad

    /// Events a second, on average.
    let rate: Double
    let durability: Durability
    let mapSize: Int
    let secondsPerSlice: Double
    let runs: Int

    /// Seconds of an interval in the series over time.
    var intervalSeconds = 1.0

    /// Measures how long what is appended takes until it can be read, run after run on one store.
    ///
    /// - Parameters:
    ///   - workspace: Where the store goes.
    ///   - progress: Is told of every slice.
    /// - Returns: One result, whose latencies are those of the slower projection.
    /// - Throws: Where the store cannot be made, opened or read.
    func run(in workspace: Workspace, progress: Progress) async throws -> [ContenderResult] {
        let measured = try await workspace.withFreshStore { folder in
            let timeline = ProjectionTimeline()
            let measured = try await withStore(folder, observer: timeline) { store in
                try await measure(store, timeline, workspace, progress)
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
        _ store: ProjectedStore, _ timeline: ProjectionTimeline, _ workspace: Workspace, _ progress: Progress
    ) async throws -> Measured {
        var measured = Measured(result: ContenderResult(Contender(engine: engine, rule: .whatWaits)))
        let commits = KernelCommits(load)
        progress.note("appending to \(decimal(load.streams)) streams for the first time")
        measured.record = try await firstAppends(commits, to: store)
        if let halt = try await store.application.runtime.catchUp().first { throw halt }
        if let log = store.application.store as? LMDBEventStore {
            _ = try await NacreSession(store: log).waitUntilIndexed()
        }
        for run in 0...runs {
            await workspace.settle()
            _ = timeline.take()
            let first = measured.record.answers.count
            let appends = rate / Double(load.eventsPerAppend)
            let budget = SliceBudget(seconds: secondsPerSlice, arrivals: Arrivals(rate: appends))
            let name = "of \(decimal(Int(rate)))"
            let step = Progress.step(run: run, of: runs, name)
            let record = try await progress.watching(step, budget) { watch in
                try await store.following {
                    await OpenLoop(commits: commits, rate: appends, seconds: secondsPerSlice, first: first)
                        .run(on: store, watchedBy: watch)
                }
            }
            let lags = ProjectionLags(of: record.answers, in: timeline.take())
            measured.record.add(record)
            var report = AuditReport(checks: [])
            report.add(
                "every append was seen to come into both read models",
                passed: lags.ofModels.count == 2 && lags.missing == 0, detail: "\(lags.missing) were not")
            measured.result.audits.append(report)
            let reached = eventsPerSecond(of: record)
            progress.note(
                run: run, of: runs, name, eventsPerSecond: reached, passed: report.passed)
            guard run > 0 else { continue }
            measured.figures.add(record.failures, of: "appends")
            if let series = record.intervals(
                ofSeconds: intervalSeconds, eventsPerAppend: load.eventsPerAppend, latencies: lags.ofAll)
            {
                measured.result.intervals.append(series)
            }
            measured.result.eventsPerSecond.append(reached)
            measured.result.latencies.record(lags.ofAll)
            measured.appends.record(record.latencies)
            for (model, nanoseconds) in lags.ofModels {
                measured.ofModels[model, default: LatencyRecorder()].record(nanoseconds)
            }
            var recorder = LatencyRecorder()
            recorder.record(lags.ofAll)
            if let summary = recorder.summary { measured.result.sliceLatencies.append(summary) }
        }
        return measured
    }

    /// Appends to every stream once, many streams a commit, in an order that has nothing to do with the later one.
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

    /// The rate from the first append that was due to the last answer.
    private func eventsPerSecond(of record: ArrivalRecord) -> Double {
        guard let span = record.span, span.upperBound > span.lowerBound else { return 0 }
        let nanoseconds = span.upperBound - span.lowerBound
        return Double(record.answers.count * load.eventsPerAppend) * 1e9 / Double(nanoseconds)
    }

    private func withStore<Result: Sendable>(
        _ folder: URL, observer: ProjectionTimeline? = nil, _ body: (ProjectedStore) async throws -> Result
    ) async throws -> Result {
        let store = try await ProjectedStore(folder, durability: durability, mapSize: mapSize, observer: observer)
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body(store))
        } catch {
            outcome = .failure(error)
        }
        await store.application.close()
        return try outcome.get()
    }
}

extension LagWorkload {
    /// The longest that an event may take, 99 of 100: 50 ms.
    static let longest: UInt64 = 50_000_000

    private func note(_ result: inout ContenderResult, _ measured: Measured) {
        measured.figures.note(in: &result)
        for (model, recorder) in measured.ofModels.sorted(by: { $0.key < $1.key }) {
            guard let summary = recorder.summary else { continue }
            result.note("\(model), p50", Double(summary.p50), .nanoseconds)
            result.note("\(model), p99", Double(summary.p99), .nanoseconds)
            result.note("\(model), longest", Double(summary.max), .nanoseconds)
        }
        if let appends = measured.appends.summary {
            result.note("an append, from the moment at which it was due, p50", Double(appends.p50), .nanoseconds)
            result.note("an append, from the moment at which it was due, p99", Double(appends.p99), .nanoseconds)
        }
        guard let p99 = SampleSummary(result.sliceLatencies.map({ Double($0.p99) })),
            let rates = SampleSummary(result.eventsPerSecond), let all = result.latencies.summary
        else { return }
        result.note("p99 of a round", medianOf: p99.samples, .nanoseconds)
        // What comes to an end at once has shown nothing but how it begins.
        guard secondsPerSlice >= 1, durability == .full else { return }
        result.promises.add(
            "99 of 100 events can be read \(duration(nanoseconds: Self.longest)) after the answer, in both read models",
            passed: all.p99 <= Self.longest, detail: "it takes \(duration(nanoseconds: all.p99))")
        result.promises.add(
            "as many events are answered as come", passed: rates.median >= 0.95 * rate,
            detail: "\(decimal(Int(rates.median))) a second are, of \(decimal(Int(rate)))")
    }
}
