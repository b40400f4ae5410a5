import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct CommandTests {
    @Test(arguments: [
        ["append"],
        ["append", "--engine", "paper"],
        ["append", "--engine", "lmdb", "--engine", "lmdb"],
        ["append", "--engine", "lmdb", "--writers", "0"],
        ["append", "--engine", "lmdb", "--writers", "200", "--streams", "100"],
        ["append", "--engine", "lmdb", "--payload-bytes", "15"],
        ["append", "--engine", "lmdb", "--payload-bytes", "16777217"],
        ["append", "--engine", "lmdb", "--streams", "100000000"],
        ["append", "--engine", "lmdb", "--runs", "0"],
        ["append", "--engine", "lmdb", "--slice-seconds", "0"],
        ["append", "--engine", "lmdb", "--durability", "some"],
        ["append", "--engine", "lmdb", "--events", "0"],
        ["append", "--engine", "lmdb", "--lmdb-events-per-commit", "few"],
        ["append", "--engine", "lmdb", "--events-per-append", "3", "--lmdb-events-per-commit", "4"],
        ["append", "--engine", "nacre", "--payload-sizes", "8-64"],
        ["append", "--engine", "nacre", "--payload-sizes", "few"],
        ["append", "--engine", "nacre", "--payload-sizes", "64-99", "--events-from", "f"],
        ["append", "--engine", "nacre", "--distribution", "zipf", "--events-from", "f"],
        ["append", "--engine", "nacre", "--zipf-exponent", "1"],
        ["append", "--engine", "nacre", "--repeat-every", "5"],
        ["append", "--engine", "nacre", "--rate", "0"],
        ["append", "--engine", "nacre", "--rate-to", "5"],
        ["append", "--engine", "nacre", "--tags-per-event", "63"],
        ["append", "--engine", "lmdb", "--rate", "5"],
        ["append", "--engine", "nacre", "--warm-up-seconds", "2"],
        ["replay"],
        ["replay", "--engine", "lmdb", "--events", "0"],
        ["replay", "--engine", "journal"],
        ["replay", "--engine", "lmdb", "--writers", "9", "--streams", "8"],
        ["replay", "--engine", "lmdb", "--path", "sequence"],
        ["replay", "--engine", "nacre", "--path", "memory"],
        ["replay", "--engine", "lmdb", "--cold-runs", "-1"],
        ["fill", "--engine", "lmdb"],
        ["fill", "--engine", "nacre", "--turns", "0"],
        ["fill", "--engine", "nacre", "--labels", "colours"],
        ["streams", "--engine", "lmdb"],
        ["streams", "--engine", "nacre", "--streams", "100"],
        ["opening", "--engine", "lmdb"],
        ["opening", "--engine", "nacre", "--runs", "0"],
        ["conditions", "--engine", "lmdb"],
        ["conditions", "--engine", "nacre", "--writers", "10001"],
        ["decode", "--engine", "lmdb"],
        ["decode", "--engine", "nacre", "--engine", "sqlite"],
        ["decode", "--engine", "nacre", "--events", "0"],
        ["rebuild", "--engine", "lmdb"],
        ["rebuild", "--engine", "nacre", "--engine", "sqlite-group"],
        ["rebuild", "--engine", "nacre", "--durability", "unsynced"],
        ["rebuild", "--engine", "nacre", "--runs", "0"],
        ["command", "--engine", "lmdb"],
        ["command", "--engine", "nacre", "--commands", "0"],
        ["command", "--engine", "nacre", "--long-events", "100"],
        ["command", "--engine", "nacre", "--payload-bytes", "901"],
        ["lag", "--engine", "lmdb"],
        ["lag", "--engine", "nacre", "--events-per-append", "0"],
        ["lag", "--engine", "nacre", "--interval-seconds", "0"],
        ["paced", "--engine", "nacre", "--interval-seconds", "0"],
        ["lag", "--engine", "nacre", "--events-per-second", "5"],
        ["paced", "--engine", "lmdb"],
        ["beside", "--engine", "lmdb"],
        ["beside", "--engine", "nacre", "--interval-milliseconds", "0"],
        ["soak", "--engine", "lmdb"],
        ["soak", "--engine", "nacre", "--processes", "0"],
        ["compare", "a.json"],
        ["compare", "a.json", "b.json", "--tolerance-percent", "0"],
        ["compare", "a.json", "b.json", "--tolerance-percent", "100"],
        ["defragment"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `a refused option is named`() throws {
        let command = try #require(
            try BenchmarkCommand.parseAsRoot(["append", "--engine", "lmdb"]) as? AppendCommand)
        #expect(command.writers == 256)
        #expect(command.eventsPerAppend == 1)
        #expect(command.lmdbEventsPerCommit == .auto)
        #expect(command.slices.runs == 7)
        #expect(command.slices.sliceSeconds == 2)
        #expect(command.options.durability == .full)
    }

    @Test(
        arguments: [
            ("append", ["nacre", "lmdb"], ["nacre", "lmdb", "lmdb"]),
            ("append", ["nacre", "journal"], ["nacre", "journal", "journal"]),
            ("replay", ["nacre", "lmdb"], ["nacre", "lmdb"]),
            ("append", ["nacre", "sqlite", "sqlite-group"], ["nacre", "sqlite", "sqlite-group"]),
            ("replay", ["lmdb", "nacre", "sqlite"], ["lmdb", "nacre", "sqlite"]),
        ])
    func `a small run leaves its report and nothing else`(
        workload: String, named: [String], engines: [String]
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            let names = named.flatMap { ["--engine", $0] }
            // The events end a slice of appends; a busy machine may take long to begin one.
            let seconds = workload == "append" ? "10" : "0.05"
            try await run(
                [workload] + names + [
                    "--writers", "4", "--streams", "20", "--payload-bytes", "64", "--events", "200", "--runs", "2",
                    "--slice-seconds", seconds, "--durability", "unsynced", "--map-mebibytes", "64",
                    "--directory", folder.path, "--json", path,
                ])
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let report = try JSONDecoder().decode(BenchmarkReport.self, from: data)
            #expect(report.passed)
            #expect(report.runs.allSatisfy { $0.workload.rawValue == workload })
            #expect(report.runs.map(\.engine.rawValue) == engines)
            #expect(report.runs.allSatisfy { $0.eventsPerSecond?.samples.count == 2 })
            #expect(report.ratios.allSatisfy { $0.numerator == "nacre" && $0.ratio?.samples.count == 2 })
            #expect(report.ratios.count == engines.count - 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        }
    }

    @Test(arguments: [
        ["fill", "--turns", "10", "--events-per-append", "5", "--labels", "id-and-tags"],
        ["streams", "--runs", "1", "--slice-seconds", "0.05"],
        ["opening", "--runs", "1"],
        ["replay", "--runs", "1", "--slice-seconds", "0.05", "--path", "sequence"],
        ["soak", "--processes", "2", "--events-per-append", "2"],
    ])
    func `a small run of each workload passes its audit and writes its report`(arguments: [String]) async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            try await run(
                arguments + [
                    "--engine", "nacre", "--events", "400", "--writers", "4", "--streams", "20", "--payload-bytes",
                    "64", "--durability", "unsynced", "--map-mebibytes", "64", "--directory",
                    folder.path, "--json", path,
                ])
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let report = try JSONDecoder().decode(BenchmarkReport.self, from: data)
            #expect(report.passed)
            #expect(report.runs.map(\.workload.rawValue) == [arguments[0]])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        }
    }

    @Test func `an engine without a required ability is named`() throws {
        let error = try #require(
            throws: (any Error).self
        ) { try BenchmarkCommand.parseAsRoot(["fill", "--engine", "lmdb"]) }
        #expect(BenchmarkCommand.message(for: error).contains("the engine lmdb cannot hold a store open"))
    }

    @Test func `a report that cannot be written ends with exit code 73`() async throws {
        let error = await #expect(throws: ExitCode.self) {
            try await run(["append", "--engine", "lmdb", "--json", "/nowhere/report.json"])
        }
        #expect(error?.rawValue == 73)
    }

    @Test func `a folder that cannot be created ends with exit code 73`() async throws {
        let error = await #expect(throws: ExitCode.self) {
            try await run(["append", "--engine", "lmdb", "--directory", "/nowhere"])
        }
        #expect(error?.rawValue == 73)
    }

    @Test func `a failed audit ends with exit code 65`() async throws {
        try await withTemporaryFolder { folder in
            // A map of 1 MiB is full long before the last event: the appends fail.
            let error = await #expect(throws: ExitCode.self) {
                try await run([
                    "append", "--engine", "lmdb", "--writers", "4", "--streams", "20", "--events", "20000", "--runs",
                    "1", "--slice-seconds", "60", "--durability", "unsynced", "--map-mebibytes", "1",
                    "--directory", folder.path,
                ])
            }
            #expect(error?.rawValue == 65)
        }
    }

    @Test func `the help has examples of calls that parse`() throws {
        let helps = [
            BenchmarkCommand.helpMessage(columns: 200),
            BenchmarkCommand.helpMessage(for: AppendCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: ReplayCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: FillCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: StreamsCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: OpeningCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: RebuildCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: CommandCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: LagCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: PacedCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: ConditionsCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: BesideCommand.self, columns: 200),
            BenchmarkCommand.helpMessage(for: SoakCommand.self, columns: 200),
        ]
        for help in helps {
            #expect(help.contains("EXAMPLES"))
            let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
            #expect(calls.count >= 2)
            for call in calls {
                _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
            }
        }
    }

    @Test func `the help explains each exit code`() {
        let help = BenchmarkCommand.helpMessage()
        for code in ["0 ", "1 ", "64 ", "65 ", "73 ", "74 "] { #expect(help.contains("\n  \(code)"), "\(code)") }
    }

    private func run(_ arguments: [String]) async throws {
        let call = try await HarnessProcess.run(arguments)
        guard call.status == 0 else {
            print(call.output, call.errors)
            throw ExitCode(call.status)
        }
    }
}
