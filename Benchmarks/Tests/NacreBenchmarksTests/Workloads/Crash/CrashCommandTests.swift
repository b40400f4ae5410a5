import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct CrashCommandTests {
    @Test(arguments: [
        [],
        ["--engine", "lmdb"],
        ["--engine", "nacre", "--engine", "sqlite"],
        ["--engine", "nacre", "--cycles", "0"],
        ["--engine", "nacre", "--cycles-per-store", "0"],
        ["--engine", "nacre", "--cycle-milliseconds", "0"],
        ["--engine", "nacre", "--writers", "0"],
        ["--engine", "nacre", "--events-per-append", "10001"],
        ["--engine", "nacre", "--events-per-append", "2", "--streams-per-append", "3"],
        ["--engine", "nacre", "--writers", "10", "--streams", "21"],
        ["--engine", "nacre", "--plant", "luck"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(["crash"] + arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `the help has examples of calls that parse`() throws {
        let help = BenchmarkCommand.helpMessage(for: CrashCommand.self, columns: 200)
        let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
        #expect(calls.count >= 2)
        for call in calls {
            _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
        }
    }

    @Test func `a run with lost commits ends with exit code 65, its figures struck out`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            var command = try #require(
                try BenchmarkCommand.parseAsRoot([
                    "crash", "--engine", "nacre", "--cycles", "5", "--cycle-milliseconds", "200", "--writers", "4",
                    "--streams", "40", "--payload-bytes", "64", "--durability", "unsynced",
                    "--map-mebibytes", "64", "--plant", "lost-commit", "--directory", folder.path, "--json", path,
                ]) as? any AsyncParsableCommand)
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 65)
            let report = try ReportFile.read(path)
            #expect(report.runs.map(\.workload) == [.crash])
            #expect(report.runs.first?.latencyNanoseconds == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        }
    }
}
