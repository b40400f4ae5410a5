import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct RecoveryCommandTests {
    @Test(arguments: [
        ["--engine", "lmdb"],
        ["--engine", "nacre", "--events", "1"],
        ["--engine", "nacre", "--events", "100", "--events", "100"],
        ["--engine", "nacre", "--writers", "1"],
        ["--engine", "nacre", "--writers", "9", "--streams", "8"],
        ["--engine", "nacre", "--runs", "0"],
        ["--engine", "nacre", "--load-seconds", "0"],
        ["--engine", "nacre", "--tail-events", "0"],
        ["--engine", "nacre", "--events-per-append", "0"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        try expectRefusal(["recovery"] + arguments)
    }

    @Test func `a small run of two sizes leaves only its report`() async throws {
        let report = try await reportOfSmallRun([
            "recovery", "--engine", "nacre", "--events", "200", "--events", "400", "--writers", "4", "--streams", "20",
            "--runs", "1", "--load-seconds", "0.2",
        ])
        #expect(report.passed)
        #expect(report.runs.map(\.workload) == [.recovery, .recovery, .recovery, .recovery])
        #expect(report.runs.first?.parameters.variant?.contains("the index as the kill left it") == true)
        #expect(report.runs.allSatisfy { $0.latencyNanoseconds != nil })
        // For each size: the current index, and one far behind.
        #expect(report.ratios.map(\.quantity) == ["p50", "p50"])
    }

    @Test func `the help has examples of calls that parse`() throws {
        try expectExamples(BenchmarkCommand.helpMessage(for: RecoveryCommand.self, columns: 200))
    }
}
