import Foundation

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// A report of a release build, of appends by Nacre and, if given rates, by the ceiling.
func sampleReport(
    _ rates: [Double], ofLMDB: [Double]? = nil, passed: Bool = true,
    _ change: (inout BenchmarkReport) -> Void = { _ in }
) -> BenchmarkReport {
    var results = [result(.nacre, rates, passed)]
    if let ofLMDB { results.append(result(.lmdb, ofLMDB, true)) }
    let parameters = RunParameters(
        writers: 2, eventsPerAppend: 1, streams: 5, payloadBytes: 64, seed: 1, runs: rates.count, sliceSeconds: 2,
        events: nil)
    let probe = DiskProbe(syncsPerSecond: 9_000, syncs: 9_000, seconds: 1)
    var report = BenchmarkReport(
        environment: .current(storesIn: URL(fileURLWithPath: "/")), command: "nacre-bench append",
        diskProbe: .init(before: probe, after: probe),
        runs: results.map {
            RunReport($0, workload: .append, durability: .full, parameters: parameters, latencyOf: "append")
        },
        ratios: RatioReport.compare(results))
    (report.environment.buildConfiguration, report.environment.warnings) = ("release", [])
    change(&report)
    return report
}

private func result(_ engine: EngineName, _ rates: [Double], _ passed: Bool) -> ContenderResult {
    let engine: any BenchmarkEngine =
        engine == .lmdb
        ? LMDBCeilingEngine(durability: .full, mapSize: smallMap)
        : NacreEngine(durability: .full, mapSize: smallMap)
    var result = ContenderResult(Contender(engine: engine, rule: .whatWaits))
    result.eventsPerSecond = rates
    result.audits = [AuditReport(checks: [.init(name: "all is there", passed: passed, detail: nil)])]
    return result
}
