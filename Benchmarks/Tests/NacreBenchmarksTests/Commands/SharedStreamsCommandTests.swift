import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

/// The commands of the workloads whose callers share their streams.
@Suite struct SharedStreamsCommandTests {
    @Test(arguments: [
        ["contention", "--engine", "lmdb"],
        ["contention", "--engine", "sqlite", "--on", "tags"],
        ["contention", "--engine", "nacre", "--on", "names"],
        ["contention", "--engine", "nacre", "--writers", "0"],
        ["contention", "--engine", "nacre", "--retries", "-1"],
        ["contention", "--engine", "nacre", "--retries", "1000001"],
        ["contention", "--engine", "nacre", "--events-per-append", "0"],
        ["contention", "--engine", "nacre", "--events", "0"],
        ["contention", "--engine", "nacre", "--zipf-exponent", "1"],
        ["contention", "--engine", "nacre", "--distribution", "even"],
        ["contention", "--engine", "nacre", "--interval-seconds", "0"],
        ["mixed", "--engine", "lmdb"],
        ["mixed", "--engine", "nacre", "--mix", "read-heavy", "--shares", "read=100"],
        ["mixed", "--engine", "nacre", "--mix", "read-most"],
        ["mixed", "--engine", "nacre", "--shares", "read=99"],
        ["mixed", "--engine", "nacre", "--clients", "0"],
        ["mixed", "--engine", "nacre", "--limit", "0"],
        ["mixed", "--engine", "nacre", "--retries", "-1"],
        ["mixed", "--engine", "nacre", "--operations", "0"],
        ["mixed", "--engine", "nacre", "--streams", "90000001"],
        ["mixed", "--engine", "nacre", "--streams", "100"],
        ["mixed", "--engine", "nacre", "--interval-seconds", "0"],
        ["read", "--engine", "lmdb"],
        ["read", "--engine", "nacre", "--kind", "table"],
        ["read", "--engine", "nacre", "--kind", "id", "--kind", "id"],
        ["read", "--engine", "nacre", "--readers", "0"],
        ["read", "--engine", "nacre", "--limit", "0"],
        ["read", "--engine", "nacre", "--reads", "0"],
        ["read", "--engine", "nacre", "--interval-seconds", "0"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test(arguments: [
        ["contention", "--engine", "nacre", "--engine", "sqlite", "--writers", "4", "--streams", "2"],
        ["contention", "--engine", "nacre", "--writers", "4", "--streams", "2", "--on", "tags"],
        [
            "mixed", "--engine", "nacre", "--engine", "sqlite", "--writers", "4", "--streams", "20", "--mix",
            "everything", "--operations", "60", "--clients", "3",
        ],
        [
            "read", "--engine", "nacre", "--engine", "sqlite", "--writers", "4", "--streams", "20", "--kind",
            "tag-backward", "--kind", "category-forward", "--reads", "40",
        ],
    ])
    func `a small run passes its audit and leaves its report only`(arguments: [String]) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            // The events end a slice of contention; a busy machine may take long to begin one.
            let seconds = arguments[0] == "contention" ? ["--slice-seconds", "60"] : []
            let call =
                arguments + seconds + [
                    "--events", "60", "--runs", "1", "--payload-bytes", "40", "--durability", "unsynced",
                    "--map-mebibytes", "64", "--directory", folder.path, "--json", path, "--interval-seconds", "0.001",
                ]
            var command = try #require(try BenchmarkCommand.parseAsRoot(call) as? any AsyncParsableCommand)
            try await command.run()
            let report = try ReportFile.read(path)
            #expect(report.passed)
            #expect(report.runs.allSatisfy { $0.workload.rawValue == arguments[0] && !$0.figures.isEmpty })
            let series = report.runs.flatMap { $0.intervals ?? [] }
            #expect(!series.isEmpty && series.allSatisfy { $0.intervalSeconds < 1 })
            #expect(
                Set(report.runs.map(\.engine.rawValue)) == Set(arguments.filter { ["nacre", "sqlite"].contains($0) }))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        }
    }

    @Test func `the help has examples of calls that parse`() throws {
        let helps = [
            BenchmarkCommand.helpMessage(for: ContentionCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: MixedCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: ReadCommand.self, columns: 200),
        ]
        for help in helps {
            let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
            #expect(calls.count >= 3)
            for call in calls {
                _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
            }
        }
    }
}
