import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct CompareCommandTests {
    private let rates = [100.0, 102, 98, 101, 99, 100, 101]

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

    @Test func `the exit code reports a slower or an undecided figure`() async throws {
        let before = report(rates)
        #expect(try await exitCode(before, report(rates.map { $0 * 1.02 })) == 0)
        #expect(try await exitCode(before, report(rates.map { $0 * 1.5 })) == 0)
        #expect(try await exitCode(before, report(rates.map { $0 * 0.7 })) == 2)
        #expect(try await exitCode(before, report(rates.map { $0 * 0.9 })) == 3)
        #expect(try await exitCode(before, report(Array(rates.prefix(6)))) == 3)
    }

    @Test func `ratios of engines that took turns count, not their rates`() async throws {
        let before = report(rates, ofLMDB: rates.map { $0 * 2 })
        let slowDay = report(rates.map { $0 * 0.6 }, ofLMDB: rates.map { $0 * 1.2 })
        #expect(try await exitCode(before, slowDay) == 0)
        let comparison = try ReportComparison(of: slowDay, to: before, within: 0.1)
        #expect(comparison.lines.map(\.verdict) == [.slower, .slower, .equal])
        #expect(comparison.lines.map(\.counts) == [false, false, true])
        let slower = report(rates.map { $0 * 0.6 }, ofLMDB: rates.map { $0 * 2 })
        #expect(try await exitCode(before, slower) == 2)
    }

    @Test func `variants of one engine count by their own rates`() throws {
        func variants(_ scale: Double) -> BenchmarkReport {
            report(rates, ofLMDB: rates) { report in
                for index in report.runs.indices {
                    report.runs[index].engine = .nacre
                    report.runs[index].eventsPerSecond = SampleSummary(rates.map { $0 * scale })
                }
            }
        }
        let comparison = try ReportComparison(of: variants(0.7), to: variants(1), within: 0.1)
        #expect(comparison.verdict == .slower)
        #expect(comparison.lines.map(\.counts) == [true, true, false])
    }

    @Test func `a figure missing in the second report is undecided`() throws {
        let before = report(rates, ofLMDB: rates)
        let after = report(rates, ofLMDB: rates) { report in
            report.runs[0].eventsPerSecond = nil
            report.ratios = []
        }
        let comparison = try ReportComparison(of: after, to: before, within: 0.1)
        #expect(comparison.verdict == .undecided)
        #expect(comparison.lines.filter(\.counts).map(\.second) == [nil])
        let table = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(table.contains { $0.contains("second none: undecided: one report lacks it") })
    }

    @Test func `a comparison without counting figures is undecided`() {
        let comparison = ReportComparison(lines: [], confidence: 0.95, fewestRounds: 7, notes: [])
        #expect(comparison.verdict == .undecided)
    }

    @Test func `shorter latencies are better`() throws {
        func paced(_ p99: [Double]) -> BenchmarkReport {
            report(rates, ofLMDB: rates) { report in
                report.ratios = [
                    RatioReport(numerator: "nacre", denominator: "lmdb", quantity: "p99", ratio: SampleSummary(p99))
                ]
            }
        }
        let comparison = try ReportComparison(
            of: paced(.init(repeating: 2, count: 7)), to: paced(.init(repeating: 1, count: 7)), within: 0.1)
        #expect(comparison.verdict == .slower)
        #expect(comparison.lines.last?.difference?.ratio == 2)
    }

    /// A report of slices with these latencies, in nanoseconds.
    private func slow(
        _ p99: Double, p50: Double = 1_000, ofLMDB: Double? = nil, rates: [Double]? = nil
    ) -> BenchmarkReport {
        let rates = rates ?? self.rates
        return report(rates, ofLMDB: ofLMDB.map { _ in rates }) { report in
            for (index, scale) in [1, ofLMDB ?? 1].prefix(report.runs.count).enumerated() {
                report.runs[index].sliceP50 = SampleSummary(rates.map { $0 / 100 * p50 * scale })
                report.runs[index].sliceP99 = SampleSummary(rates.map { $0 / 100 * (index == 0 ? p99 : 5_000) * scale })
                if index == 1 { report.runs[index].sliceP50 = SampleSummary(rates.map { $0 * 10 * scale }) }
            }
        }
    }

    @Test func `longer latencies are slower, whatever the rate`() async throws {
        #expect(try await exitCode(slow(5_000), slow(5_000)) == 0)
        #expect(try await exitCode(slow(5_000), slow(50_000)) == 2)
        #expect(try await exitCode(slow(5_000), slow(5_000, p50: 1_500)) == 2)
        #expect(try await exitCode(slow(5_000), slow(500, p50: 100)) == 0)
        // Reports without latencies are compared by their rates.
        #expect(try await exitCode(report(rates), slow(50_000)) == 0)
    }

    @Test func `a workload without rates is compared by its latencies`() async throws {
        func opening(_ p50: Double) -> BenchmarkReport {
            var report = slow(p50, p50: p50)
            (report.runs[0].workload, report.runs[0].eventsPerSecond) = (.opening, nil)
            return report
        }
        #expect(try await exitCode(opening(1_000), opening(1_000)) == 0)
        #expect(try await exitCode(opening(1_000), opening(10_000)) == 2)
    }

    @Test func `ratios of latencies count for engines that took turns`() throws {
        // First everything takes twice as long, then only a tenth of the latencies.
        let slowDay = try ReportComparison(
            of: slow(10_000, p50: 2_000, ofLMDB: 2), to: slow(5_000, ofLMDB: 1), within: 0.1)
        #expect(slowDay.lines.filter { !$0.counts }.contains { $0.quantity == "p50" && $0.verdict == .slower })
        #expect(slowDay.lines.filter(\.counts).map(\.quantity).contains("p99, as a share of lmdb"))
        #expect(slowDay.verdict == .equal)
        let slower = try ReportComparison(of: slow(50_000, ofLMDB: 1), to: slow(5_000, ofLMDB: 1), within: 0.1)
        #expect(slower.verdict == .slower)
    }

    @Test func `turns on one store have medians and no verdict`() throws {
        func filled(_ rates: [Double]) -> BenchmarkReport {
            report(rates) { report in
                report.runs[0].workload = .fill
                report.runs[0].eventsPerSecond = Workload.fill.summary(of: rates)
            }
        }
        let comparison = try ReportComparison(of: filled(rates.map { $0 * 3 }), to: filled(rates), within: 0.1)
        #expect(comparison.verdict == .undecided)
        let lines = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(lines.first?.contains("nacre: events/s: first 100, second 300: 3.00 × (medians only") == true)
    }

    @Test func `specific options are part of the work`() async throws {
        func sample(_ options: [String: String]?) -> BenchmarkReport {
            report(rates) { $0.runs[0].parameters.options = options }
        }
        #expect(try await exitCode(sample(["path": "scan"]), sample(["path": "scan"])) == 0)
        #expect(try await exitCode(sample(["path": "scan"]), sample(["path": "sequence"])) == 65)
        // Older reports lack the options, which is noted.
        let comparison = try ReportComparison(of: sample(["path": "scan"]), to: sample(nil), within: 0.1)
        #expect(comparison.notes.contains { $0.contains("lacks the workload's options") })
    }

    @Test func `the number of measurements is not part of the work`() async throws {
        func commands(_ rounds: Int) -> BenchmarkReport {
            report(rates) { report in
                report.runs[0].workload = .command
                report.runs[0].parameters.runs = rounds
                (report.runs[0].parameters.streams, report.runs[0].parameters.events) = (64 * rounds, 900 * rounds)
            }
        }
        #expect(try await exitCode(commands(7), commands(9)) == 0)
    }

    @Test func `invalid reports and reports of other work are refused`() async throws {
        let good = report(rates)
        let refused: [BenchmarkReport] = [
            report(rates) { $0.environment.buildConfiguration = "debug" },
            report(rates, passed: false),
            report(rates) { $0.runs[0].durability = .unsynced },
            report(rates) { $0.runs[0].parameters.writers = 3 },
            report(rates) { $0.runs[0].workload = .replay },
        ]
        for other in refused {
            #expect(try await exitCode(good, other) == 65)
            #expect(try await exitCode(other, good) == 65)
        }
        // Reports with neither rates nor latencies cannot be compared.
        let rateless = report(rates) { $0.runs[0].eventsPerSecond = nil }
        #expect(try await exitCode(rateless, rateless) == 65)
        // The number of measurements is not part of the work.
        #expect(try await exitCode(good, report(rates + rates) { $0.runs[0].parameters.seed = 9 }) == 0)
    }

    @Test func `an unreadable or invalid report is refused with its exit code`() async throws {
        #expect(try exitCode(["/nowhere/a.json", "/nowhere/b.json"]) == 74)
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("none.json").path
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try exitCode([path, path]) == 65)
        }
    }

    @Test func `each side shows its file, rounds, durability, file system, kernel and program`() async throws {
        try await withTemporaryFolder { folder in
            func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
            for (name, rates) in [("before.json", rates), ("after.json", rates + rates)] {
                let report = report(rates) { report in
                    (report.environment.fileSystem, report.environment.mountOptions) = ("ext4", "rw,noatime")
                    (report.environment.kernel, report.environment.program) = ("Linux 6.1", "program of \(name)")
                    report.measuredAt = 1_800_000_000
                }
                try ReportFile.write(report, to: path(name))
            }
            let arguments = ["compare", path("before.json"), path("after.json")]
            let command = try #require(try BenchmarkCommand.parseAsRoot(arguments) as? CompareCommand)
            let ground = "durability full, ext4 (rw,noatime), Linux 6.1, program program of"
            let time = "measured 2027-01-15T08:00:00Z"
            #expect(
                try command.table().lines.prefix(2) == [
                    "first: \(path("before.json")): 7 rounds, \(ground) before.json, \(time)",
                    "second: \(path("after.json")): 14 rounds, \(ground) after.json, \(time)",
                ])
        }
    }

    @Test func `too few rounds are reported with the required number`() throws {
        let comparison = try ReportComparison(
            of: report(rates + rates), to: report(Array(rates.prefix(5))), within: 0.1)
        let lines = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(
            lines.first == "nacre: events/s: first 100, second 100: undecided: 5 and 14 rounds, each side needs 7")
        let still = try ReportComparison(of: report([0] + rates), to: report(rates), within: 0.1)
        #expect(
            ComparisonTable(comparison: still, tolerancePercent: 10).lines.first?.hasSuffix(
                "undecided: a round has no value, or zero") == true)
    }

    @Test func `latencies are shown as times, and ratios as numbers`() throws {
        let comparison = try ReportComparison(of: slow(50_000, ofLMDB: 1), to: slow(5_000, ofLMDB: 1), within: 0.1)
        let lines = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(lines.contains { $0.hasPrefix("nacre: p99: first 5.0 µs, second 50.0 µs: ") })
        #expect(lines.contains { $0.hasPrefix("nacre: p99, as a share of lmdb: first 1.00, second 10.00: ") })
    }

    @Test func `different mount options are noted if both reports have them`() throws {
        func mounted(_ options: String?) -> BenchmarkReport {
            report(rates) { $0.environment.mountOptions = options }
        }
        func notes(_ first: String?, _ second: String?) throws -> [String] {
            try ReportComparison(of: mounted(second), to: mounted(first), within: 0.1).notes
        }
        #expect(
            try notes("rw", "rw,nobarrier").contains { $0.contains("different mount options, rw and rw,nobarrier") })
        #expect(try notes("rw", "rw").isEmpty && notes(nil, "rw").isEmpty && notes("rw", nil).isEmpty)
    }

    @Test func `the lines have figures, verdicts and warnings`() throws {
        let other = report(rates.map { $0 * 1.5 }) { report in
            report.environment.fileSystem = "tmpfs"
            report.environment.warnings = ["the stores are on tmpfs"]
        }
        var comparison = try ReportComparison(of: other, to: report(rates), within: 0.1)
        var lines = ComparisonTable(comparison: comparison, tolerancePercent: 10).lines
        #expect(lines.first == "nacre: events/s: first 100, second 150: 1.50 × (95 %: 1.44 to 1.56): faster")
        #expect(lines.contains { $0.hasPrefix("WARNING: different file system") && $0.contains("tmpfs") })
        #expect(lines.contains("WARNING: the stores are on tmpfs"))
        #expect(lines.last == "overall: faster")
        comparison = try ReportComparison(of: report(rates), to: report(rates), within: 0.075)
        lines = ComparisonTable(comparison: comparison, tolerancePercent: 7.5).lines
        #expect(lines.last == "overall: equal within ±7.5 %")
    }

    @Test func `check-comparisons reads the overall verdict from its line`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let script = try String(contentsOf: folder.appending(path: "check-comparisons"), encoding: .utf8)
        let comparison = try ReportComparison(of: report(rates), to: report(rates), within: 0.1)
        let line = try #require(ComparisonTable(comparison: comparison, tolerancePercent: 10).lines.last)
        let prefix = try #require(line.split(separator: " ").first)
        #expect(script.contains("sed -n 's/^\(prefix) //p'"))
    }
}
