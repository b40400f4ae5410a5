import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct PromiseTests {
    private func broken(_ mebibytes: [UInt64], engine: EngineName = .nacre, events: Int = 1_000_000) -> [String] {
        var result = ContenderResult(
            Contender(engine: engine.engine(.full, mapSize: smallMap), rule: .whatWaits))
        result.memory = mebibytes.enumerated().map { MemorySample(seconds: Double($0), bytes: $1 << 20) }
        result.judgeMemory(events: events)
        return result.promises.checks.filter { !$0.passed }.map(\.name)
    }

    @Test func `bounded, flat memory keeps the promise`() {
        #expect(broken([10, 100, 118, 110]) == [])
        #expect(broken([10, 40, 52, 20]) == [])
    }

    @Test func `memory beyond the bound, or growing memory, breaks the promise`() {
        #expect(broken([129, 10, 10, 10]) == ["anonymous memory is at most 128.0 MiB"])
        #expect(broken([10, 40, 53, 20]) == ["anonymous memory is flat"])
    }

    @Test func `flatness is not judged for short runs and other engines`() {
        #expect(broken([10, 40, 53, 20], events: 999_999) == [])
        #expect(broken([500, 500, 900, 900], engine: .sqliteLarge) == [])
    }

    @Test func `memory of a run of few events is not judged`() {
        #expect(broken([500, 500, 900, 900], events: 9_999) == [])
        #expect(broken([500, 500, 500, 500], events: 10_000) == ["anonymous memory is at most 128.0 MiB"])
    }

    @Test func `a broken promise fails the report but keeps its figures`() throws {
        var result = ContenderResult(
            Contender(engine: EngineName.nacre.engine(.full, mapSize: smallMap), rule: .whatWaits))
        result.eventsPerSecond = [5]
        result.audits = [AuditReport(checks: [.init(name: "all is there", passed: true)])]
        result.promises.add("it is small", passed: false, detail: "it is large")
        let parameters = RunParameters(
            writers: 2, eventsPerAppend: 2, streams: 5, payloadBytes: 64, seed: 1, runs: 1)
        let run = RunReport(
            result, workload: .fill, durability: .full, parameters: parameters, latencyOf: "append")
        #expect(run.eventsPerSecond?.median == 5)
        let probe = DiskProbe(syncsPerSecond: 9_000, syncs: 9_000, seconds: 1)
        let report = BenchmarkReport(
            environment: .current(storesIn: .temporaryDirectory), command: "nacre-bench fill",
            diskProbe: .init(before: probe, after: probe), runs: [run], ratios: [])
        #expect(!report.passed)
        let table = ReportTable(title: "", labels: ["nacre"], report: report).lines
        #expect(table.contains("nacre: failed: it is small: it is large"))
    }
}
