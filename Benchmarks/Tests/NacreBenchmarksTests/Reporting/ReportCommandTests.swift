import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ReportCommandTests {
    private func run(_ arguments: [String]) throws {
        let command = try #require(try BenchmarkCommand.parseAsRoot(["report"] + arguments) as? ReportCommand)
        try command.run()
    }

    @Test func `reports are converted to a page, tables and histograms`() async throws {
        try await withTemporaryFolder { folder in
            func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
            try ReportFile.write(.madeUp(), to: path("a.json"))
            try ReportFile.write(.madeUp([.nacre], struckOut: 0), to: path("b.json"))
            try run([
                path("a.json"), path("b.json"), "--html", path("p.html"), "--markdown", path("p.md"), "--title", "May",
            ])
            try run([path("a.json"), "--hdr", path("l.hgrm")])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(
                names == [
                    "a.json", "b.json", "l-lmdb-at-51-a-commit.hgrm", "l-nacre.hgrm", "l-sqlite.hgrm", "p.html", "p.md",
                ])
            let page = ParsedPage(try String(contentsOfFile: path("p.html"), encoding: .utf8))
            #expect(page.all("h1").map(\.text) == ["May"])
            #expect(page.all("section").count == 2)
            #expect(try String(contentsOfFile: path("p.md"), encoding: .utf8).hasPrefix("# May\n"))
        }
    }

    @Test(arguments: [
        [], ["a.json"], ["a.json", "--title", "x"], ["a.json", "b.json", "--hdr", "l.hgrm"],
        ["--html", "p.html"],
    ])
    func `invalid arguments are refused with exit code 64`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try BenchmarkCommand.parseAsRoot(["report"] + arguments) }
        #expect(BenchmarkCommand.exitCode(for: error).rawValue == 64)
    }

    @Test func `unreadable and unwritable files have their exit codes`() async throws {
        try await withTemporaryFolder { folder in
            let (good, bad) = (
                folder.appendingPathComponent("a.json").path, folder.appendingPathComponent("b.json").path
            )
            try ReportFile.write(.madeUp(), to: good)
            try Data("{}".utf8).write(to: URL(fileURLWithPath: bad))
            let page = folder.appendingPathComponent("p.html").path
            for (arguments, code) in [
                ([folder.path + "/none.json", "--html", page], 74), ([bad, "--html", page], 65),
                ([good, "--html", "/nowhere/p.html"], 73),
            ] as [([String], Int32)] {
                let error = #expect(throws: ExitCode.self) { try run(arguments) }
                #expect(error?.rawValue == code)
            }
            #expect(!FileManager.default.fileExists(atPath: page))
        }
    }

    @Test func `a run writes its page and its histograms beside its report`() async throws {
        try await withTemporaryFolder { folder in
            func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
            let arguments = [
                "append", "--engine", "lmdb", "--writers", "4", "--streams", "20", "--payload-bytes", "64", "--events",
                "200", "--runs", "2", "--slice-seconds", "10", "--durability", "unsynced",
                "--map-mebibytes", "64", "--directory", folder.path, "--html", path("p.html"), "--hdr", path("l.hgrm"),
                "--json", path("r.json"),
            ]
            var command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? any AsyncParsableCommand)
            try await command.run()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    "l.hgrm", "p.html", "r.json",
                ])
            let report = try ReportFile.read(path("r.json"))
            let count = try #require(report.runs.first?.latencyDistribution?.count)
            #expect(count == UInt64(report.runs[0].latencyNanoseconds?.count ?? 0) && count > 0)
            #expect(report.title?.hasPrefix("append: 4 writers") == true)
            let page = ParsedPage(try String(contentsOfFile: path("p.html"), encoding: .utf8))
            #expect(page.failure == nil)
            #expect(page.text.contains(report.heading))
            let histogram = try String(contentsOfFile: path("l.hgrm"), encoding: .utf8)
            let padding = String(repeating: " ", count: 12 - "\(count)".count)
            #expect(histogram.contains("Total count    = \(padding)\(count)]"))
        }
    }

    @Test func `a page that cannot be written is refused before the measurement`() async throws {
        for option in ["--html", "--hdr"] {
            let arguments = ["append", "--engine", "lmdb", option, "/nowhere/file"]
            var command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? any AsyncParsableCommand)
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 73)
        }
    }

    @Test func `the help has examples of calls that parse`() throws {
        let help = BenchmarkCommand.helpMessage(for: ReportCommand.self, columns: 200)
        let calls = help.split(separator: "\n").filter { $0.hasPrefix("  nacre-bench ") }
        #expect(calls.count == 3)
        for call in calls {
            let plain = call.replacing("\"", with: "")
            _ = try BenchmarkCommand.parseAsRoot(plain.split(separator: " ").dropFirst().map(String.init))
        }
    }
}
