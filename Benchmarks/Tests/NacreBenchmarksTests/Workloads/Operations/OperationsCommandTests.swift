import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct OperationsCommandTests {
    @Test(arguments: [
        ["--engine", "lmdb"],
        ["--engine", "sqlite"],
        ["--engine", "nacre", "--only", "defragment"],
        ["--engine", "nacre", "--only", "verify", "--only", "verify"],
        ["--engine", "nacre", "--runs", "0"],
        ["--engine", "nacre", "--around-seconds", "0"],
        ["--engine", "nacre", "--events-per-second", "0"],
        ["--engine", "nacre", "--pinned-events", "0"],
        ["--engine", "nacre", "--reader-seconds", "0"],
        ["--engine", "nacre", "--events", "1"],
        ["--engine", "nacre", "--writers", "9", "--streams", "8"],
        ["--engine", "nacre", "--interval-seconds", "0"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        try expectRefusal(["operations"] + arguments)
    }

    @Test func `a small run leaves its report and nothing else`() async throws {
        let report = try await reportOfSmallRun([
            "operations", "--engine", "nacre", "--events", "400", "--writers", "4", "--streams", "20", "--runs", "1",
            "--only", "verify", "--only", "backup", "--around-seconds", "0.1", "--events-per-second", "200",
            "--interval-seconds", "0.05",
        ])
        #expect(report.passed)
        #expect(report.runs.map(\.workload) == [.operations])
        #expect(report.runs[0].figures.contains { $0.name == "backup: rate" && $0.unit == .bytesPerSecond })
        #expect(!report.runs[0].figures.contains { $0.name.hasPrefix("growth") })
        #expect(report.runs[0].intervals?.map(\.intervalSeconds) == [0.05, 0.05, 0.05])
        #expect(
            report.slices.rows.map { $0.cells[1] }
                == ["1, backup: appends before", "2, backup: appends during", "3, backup: appends after"])
    }

    @Test func `the help has examples of calls that parse, and names every operation`() throws {
        let help = BenchmarkCommand.helpMessage(for: OperationsCommand.self, columns: 200)
        try expectExamples(help)
        for operation in StoreOperation.allCases { #expect(help.contains("\n  \(operation.rawValue) ")) }
    }
}
