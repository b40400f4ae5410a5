import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

/// Runs a command on small maps in a folder of its own, without syncs, and expects nothing there in the end but a
/// report.
///
/// - Returns: The report.
func reportOfSmallRun(_ arguments: [String]) async throws -> BenchmarkReport {
    try await withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("report.json").path
        let call =
            arguments + [
                "--payload-bytes", "64", "--durability", "unsynced", "--map-mebibytes", "64",
                "--directory", folder.path, "--json", path,
            ]
        var command = try #require(try BenchmarkCommand.parseAsRoot(call) as? any AsyncParsableCommand)
        try await command.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
        return try JSONDecoder().decode(BenchmarkReport.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

/// Expects that a call is refused before it begins, as one that is wrong.
func expectRefusal(_ arguments: [String]) throws {
    let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(arguments) }
    #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
}

/// Expects that a help text has two examples at least, and that all of them parse.
func expectExamples(_ help: String) throws {
    #expect(help.contains("EXAMPLES"))
    let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
    #expect(calls.count >= 2)
    for call in calls {
        _ = try BenchmarkCommand.parseAsRoot(call.split(separator: " ").dropFirst().map(String.init))
    }
}
