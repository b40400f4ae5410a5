import Foundation

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

extension BenchmarkReport {
    /// A made-up report with every kind of content.
    ///
    /// - Parameters:
    ///   - names: The names of the runs.
    ///   - rounds: The rounds of each run; enough rounds have intervals, which are slow to compute.
    ///   - struckOut: The index of the run whose audit failed.
    /// - Returns: The report.
    static func madeUp(
        _ names: [EngineName] = [.nacre, .lmdb, .sqlite], rounds: Int = 3, struckOut: Int? = nil
    ) -> BenchmarkReport {
        let results = names.enumerated().map { index, name in
            result(of: name, index, rounds: rounds, passed: index != struckOut)
        }
        let parameters = RunParameters(
            writers: 17, eventsPerAppend: 3, streams: 1_234, payloadBytes: 257, seed: 99, runs: rounds, sliceSeconds: 2,
            events: 40_404)
        var environment = MachineEnvironment.current(storesIn: .temporaryDirectory)
        (environment.buildConfiguration, environment.warnings) = ("release", ["the room was warm & <loud>"])
        // The machine's state differs between two calls.
        environment.loadAverage = 0.25
        return BenchmarkReport(
            title: "append: made up", measuredAt: 1_800_000_000, environment: environment,
            command: "nacre-bench append --engine nacre 'it''s'",
            diskProbe: .init(
                before: DiskProbe(syncsPerSecond: 9_001, syncs: 9_001, seconds: 1),
                after: DiskProbe(syncsPerSecond: 8_999, syncs: 8_999, seconds: 1)),
            runs: results.map {
                RunReport(
                    $0, workload: .append, durability: .full, parameters: parameters,
                    latencyOf: "append of \($0.contender.label)", syncsPerSecond: 9_000)
            },
            ratios: RatioReport.compare(results))
    }

    private static func result(of name: EngineName, _ index: Int, rounds: Int, passed: Bool) -> ContenderResult {
        let scale = Double(index + 1)
        var result = ContenderResult(
            Contender(engine: name.engine(.full, mapSize: smallMap), rule: name == .lmdb ? .fixed(51) : .whatWaits))
        result.eventsPerSecond = (0..<rounds).map { (1_000 + 11 * Double($0)) * scale }
        result.groups = (0..<rounds).map { _ in GroupStatistics(groups: 10, appends: 20, events: 60) }
        result.latencies.record((1...20_000).map { UInt64($0) * 1_000 * UInt64(index + 1) })
        result.sliceLatencies = (0..<rounds).map {
            LatencySummary(p50: 10 + UInt64($0), p90: 20, p99: 30 + UInt64(index), p999: 40, max: 50)
        }
        result.intervals = (0..<rounds).map { slice in
            var recorder = IntervalRecorder(start: 0)
            for tenth in 0..<25 {
                recorder.record(at: UInt64(tenth) * 100_000_000, latency: 1_000 * UInt64(tenth + slice + 1), events: 3)
            }
            recorder.recordError(at: 1)
            return recorder.series(until: 2_500_000_000, began: 1_800_000_000 + Double(slice) * 10)
        }
        result.memory = (0..<50).map { MemorySample(seconds: Double($0) / 10, bytes: UInt64(40 + index) << 20) }
        result.storage = StorageFigures(
            payloadBytes: 10 << 20, files: ["log of \(name.rawValue)": 13 << 20], processBytesWritten: 21 << 20,
            deviceBytesWritten: 37 << 20)
        result.note("a figure of \(name.rawValue)", 4_711, .count)
        result.promises.add("a promise of \(name.rawValue)", passed: true, detail: "")
        let detail = passed ? nil : "17 times, first: \"load-00000003\" <lost>"
        result.audits = [
            AuditReport(checks: [
                .init(name: "all is there", passed: passed, detail: detail),
                .init(name: "nothing is there twice", passed: true),
            ])
        ]
        return result
    }
}
