import Foundation
import Kernel

/// Single appends at half of the greatest rate, while the index and both of the kernel's projections run.
struct PacedWorkload: Sendable {
    let engine: any BenchmarkEngine
    let load: KernelLoad
    let writers: Int
    let durability: Durability
    let mapSize: Int
    let secondsPerSlice: Double
    let runs: Int

    /// Measures the disk's sync, the greatest rate, and latencies at half of that, run after run.
    ///
    /// - Parameters:
    ///   - workspace: Where the stores go.
    ///   - progress: Is told of every slice.
    /// - Returns: One result.
    /// - Throws: Where a store cannot be made, opened or closed.
    func run(in workspace: Workspace, progress: Progress) async throws -> [ContenderResult] {
        var result = ContenderResult(Contender(engine: engine, rule: .whatWaits))
        var greatest: [Double] = []
        var syncs: [Double] = []
        var lags: [Double] = []
        for run in 0...runs {
            let probe = try await onDedicatedThread { try DiskProbe.run(in: workspace.folder, seconds: 0.5) }
            let closed = try await slice(in: workspace, &result) { target in
                let (record, rate) = await ClosedLoop(load: load, writers: writers, seconds: secondsPerSlice)
                    .run(on: target)
                return (record, rate)
            }
            let open = try await slice(in: workspace, &result) { target in
                let start = monotonicNanoseconds()
                let record = await OpenLoop(load: load, rate: closed.rate / 2, seconds: secondsPerSlice)
                    .run(on: target)
                let seconds = Double(monotonicNanoseconds() - start) / 1e9
                return (record, Double(record.latencies.count) / seconds)
            }
            progress.note(
                run: run, of: runs, "half of \(decimal(Int(closed.rate)))", eventsPerSecond: open.rate,
                passed: result.audit.passed)
            guard run > 0 else { continue }
            greatest.append(closed.rate)
            syncs.append(1e9 / probe.syncsPerSecond)
            lags.append(Double(open.lag))
            result.eventsPerSecond.append(open.rate)
            var recorder = LatencyRecorder()
            recorder.record(open.latencies)
            result.latencies.record(open.latencies)
            if let summary = recorder.summary { result.sliceLatencies.append(summary) }
        }
        note(&result, greatest: greatest, syncs: syncs, lags: lags)
        return [result]
    }

    private func note(_ result: inout ContenderResult, greatest: [Double], syncs: [Double], lags: [Double]) {
        let p99 = result.sliceLatencies.map { Double($0.p99) }
        guard let rate = SampleSummary(greatest), let sync = SampleSummary(syncs), let lag = SampleSummary(lags),
            let ratio = SampleSummary(ratiosOf: p99, to: syncs), let median = SampleSummary(p99)
        else { return }
        result.note("greatest rate, \(decimal(writers)) writers, projections running", rate.median, .eventsPerSecond)
        result.note("a sync of the disk, median of the runs' means", sync.median, .nanoseconds)
        result.note("p99 at half of the greatest rate, median of the runs", median.median, .nanoseconds)
        result.note("p99 / sync, median of the runs", ratio.median, .ratio)
        result.note("events that the projections lag behind at the end, median", lag.median, .count)
    }

    private func slice(
        in workspace: Workspace, _ result: inout ContenderResult,
        _ body: @Sendable (ProjectedStore) async -> (ArrivalRecord, Double)
    ) async throws -> (latencies: [UInt64], rate: Double, lag: UInt64) {
        let (record, rate, lag, report) = try await workspace.withFreshStore { folder in
            await workspace.settle()
            let store = try await ProjectedStore(folder, durability: durability, mapSize: mapSize)
            let outcome: Result<((ArrivalRecord, Double), lag: UInt64), any Error>
            do {
                outcome = .success(try await store.projecting { await body(store) })
            } catch {
                outcome = .failure(error)
            }
            await store.kernel.close()
            let ((record, rate), lag) = try outcome.get()

            let reopened = try await ProjectedStore(folder, durability: durability, mapSize: mapSize)
            let report = await ArrivalAudit(load: load).run(reopened.kernel, record)
            await reopened.kernel.close()
            return (record, rate, lag, report)
        }
        result.audits.append(report)
        return (record.latencies, rate, lag)
    }
}
