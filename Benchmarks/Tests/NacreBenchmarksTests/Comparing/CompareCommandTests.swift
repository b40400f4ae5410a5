import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks

@Suite struct CompareCommandTests {
    private let rates = [100.0, 102, 98, 101, 99]

    private func report(
        _ rates: [Double], ofLMDB: [Double]? = nil, passed: Bool = true,
        _ change: (inout BenchmarkReport) -> Void = { _ in }
    ) -> BenchmarkReport {
        sampleReport(rates, ofLMDB: ofLMDB, passed: passed, change)
    }

    /// The exit code of a comparison.
    private func exitCode(_ first: BenchmarkReport, _ second: BenchmarkReport) async throws -> Int32 {
        try await withTemporaryFolder { folder in
            let paths = ["first.json", "second.json"].map { folder.appendingPathComponent($0).path }
            try ReportFile.write(first, to: paths[0])
            try ReportFile.write(second, to: paths[1])
            return try exitCode(paths)
        }
    }

    private func exitCode(_ arguments: [String]) throws -> Int32 {
        let command = try #require(try BenchmarkCommand.parseAsRoot(["compare"] + arguments) as? CompareCommand)
        do {
            try command.run()
            return 0
        } catch let code as ExitCode {
            return code.rawValue
        }
    }

    @Test func `the exit code says whether something is slower, or not known to be`() async throws {
        let before = report(rates)
        #expect(try await exitCode(before, report(rates.map { $0 * 1.02 })) == 0)
        #expect(try await exitCode(before, report(rates.map { $0 * 1.5 })) == 0)
        #expect(try await exitCode(before, report(rates.map { $0 * 0.7 })) == 2)
        #expect(try await exitCode(before, report(rates.map { $0 * 0.9 })) == 3)
        #expect(try await exitCode(before, report(Array(rates.prefix(4)))) == 3)
    }

    @Test func `where engines took turns their ratio counts, and a machine that is slower today does not`() async throws
    {
        let before = report(rates, ofLMDB: rates.map { $0 * 2 })
        let slowDay = report(rates.map { $0 * 0.6 }, ofLMDB: rates.map { $0 * 1.2 })
        #expect(try await exitCode(before, slowDay) == 0)
        let comparison = try ReportComparison(of: slowDay, to: before, within: 0.1)
        #expect(comparison.lines.map(\.verdict) == [.slower, .slower, .equal])
        #expect(comparison.lines.map(\.counts) == [false, false, true])
        let slower = report(rates.map { $0 * 0.6 }, ofLMDB: rates.map { $0 * 2 })
        #expect(try await exitCode(before, slower) == 2)
    }

    @Test func `latencies are better where they are less`() throws {
        func paced(_ p99: [Double]) -> BenchmarkReport {
            report(rates, ofLMDB: rates) { report in
                report.ratios = [
                    RatioReport(numerator: "nacre", denominator: "lmdb", quantity: "p99", ratio: SampleSummary(p99))
                ]
            }
        }
        let comparison = try ReportComparison(of: paced([2, 2, 2, 2, 2]), to: paced([1, 1, 1, 1, 1]), within: 0.1)
        #expect(comparison.verdict == .slower)
        #expect(comparison.lines.last?.difference?.ratio == 2)
    }

    @Test func `what means nothing, or is of other work, is refused`() async throws {
        let good = report(rates)
        let refused: [BenchmarkReport] = [
            report(rates) { $0.environment.buildConfiguration = "debug" },
            report(rates, passed: false),
            report(rates) { $0.runs[0].durability = .riskingTheWholeStore },
            report(rates) { $0.runs[0].parameters.writers = 3 },
            report(rates) { $0.runs[0].workload = .replay },
        ]
        for other in refused {
            #expect(try await exitCode(good, other) == 65)
            #expect(try await exitCode(other, good) == 65)
        }
        // A workload that has no rates, such as opening, has nothing to compare.
        let rateless = report(rates) { $0.runs[0].eventsPerSecond = nil }
        #expect(try await exitCode(rateless, rateless) == 65)
        // How often it was measured is not what was measured.
        #expect(try await exitCode(good, report(rates + rates) { $0.runs[0].parameters.seed = 9 }) == 0)
    }

    @Test func `a report that cannot be read, or is none, says so`() async throws {
        #expect(try exitCode(["/nowhere/a.json", "/nowhere/b.json"]) == 74)
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("none.json").path
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try exitCode([path, path]) == 65)
        }
    }

    @Test func `the lines tell figures, verdicts, and what makes them worth less`() throws {
        let other = report(rates.map { $0 * 1.5 }) { report in
            report.environment.fileSystem = "tmpfs"
            report.environment.warnings = ["the stores are on tmpfs"]
        }
        var comparison = try ReportComparison(of: other, to: report(rates), within: 0.1)
        var lines = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(lines.first == "nacre: events/s: 1.50 × (1.46 to 1.55): faster")
        #expect(lines.contains { $0.hasPrefix("WARNING: another file system") && $0.contains("tmpfs") })
        #expect(lines.contains("WARNING: the stores are on tmpfs"))
        #expect(lines.last == "on the whole: faster")
        comparison = try ReportComparison(of: report(rates), to: report(rates), within: 0.075)
        lines = ComparisonTable(comparison: comparison, tolerancePercent: 7.5).lines
        #expect(lines.last == "on the whole: equal within ±7.5 %")
    }
}
