import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ReportTests {
    private let engine = LMDBCeilingEngine(durability: .full, mapSize: smallMap)

    private func result(_ rule: Contender.CommitRule, rates: [Double], passed: Bool = true) -> ContenderResult {
        var result = ContenderResult(Contender(engine: engine, rule: rule))
        result.eventsPerSecond = rates
        result.latencies.record([1_000, 2_000, 3_000])
        result.groups = rates.map { _ in GroupStatistics(groups: 10, appends: 20, events: 40) }
        let check = AuditReport.Check(name: "all is there", passed: passed, detail: passed ? nil : "no")
        result.audits = [AuditReport(checks: [check])]
        return result
    }

    private func report(passed: Bool) -> BenchmarkReport {
        let results = [
            result(.fixed(4), rates: [30, 10, 20], passed: passed), result(.fixed(256), rates: [60, 40, 80]),
        ]
        let parameters = RunParameters(
            writers: 2, eventsPerAppend: 2, streams: 5, payloadBytes: 64, seed: 1, runs: 3, sliceSeconds: 2,
            events: nil, eventsPerCommit: "4")
        let probe = DiskProbe(syncsPerSecond: 9_000, syncs: 9_000, seconds: 1)
        return BenchmarkReport(
            environment: .current(storesIn: URL(fileURLWithPath: "/")), command: "nacre-bench append",
            diskProbe: .init(before: probe, after: probe),
            runs: results.map {
                RunReport($0, workload: .append, durability: .full, parameters: parameters, latencyOf: "commit")
            },
            ratios: RatioReport.compare(results))
    }

    private func json(_ report: BenchmarkReport) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: ReportFile.encode(report)) as? [String: Any])
    }

    @Test func `the JSON has the form that other tools read`() throws {
        let object = try json(report(passed: true))
        #expect(object["schema"] as? Int == 1)
        #expect(object["command"] as? String == "nacre-bench append")
        let environment = try #require(object["environment"] as? [String: Any])
        for key in ["kernel", "cpu", "cores", "fileSystem", "swift", "buildConfiguration", "lmdb", "xxhash", "sqlite"] {
            #expect(environment[key] != nil, "\(key)")
        }
        let run = try #require((object["runs"] as? [[String: Any]])?.first)
        #expect(run["workload"] as? String == "append")
        #expect(run["engine"] as? String == "lmdb")
        #expect(run["durability"] as? String == "full")
        #expect((run["parameters"] as? [String: Any])?["writers"] as? Int == 2)
        let rates = try #require(run["eventsPerSecond"] as? [String: Any])
        #expect(rates["median"] as? Double == 20)
        #expect(rates["min"] as? Double == 10)
        #expect(rates["max"] as? Double == 30)
        #expect(rates["samples"] as? [Double] == [30, 10, 20])
        let latency = try #require(run["latencyNanoseconds"] as? [String: Any])
        #expect(Set(latency.keys) == ["p50", "p90", "p99", "p99.9", "p99.99", "max", "mean", "count"])
        let audit = try #require(run["audit"] as? [String: Any])
        #expect(audit["passed"] as? Bool == true)
        #expect((audit["checks"] as? [[String: Any]])?.first?["name"] as? String == "all is there")
    }

    @Test func `the JSON is read back as the same report`() throws {
        for passed in [true, false] {
            let report = report(passed: passed)
            let data = try ReportFile.encode(report)
            #expect(try JSONDecoder().decode(BenchmarkReport.self, from: data) == report)
        }
    }

    @Test func `a failed audit removes figures and ratios`() throws {
        let object = try json(report(passed: false))
        let runs = try #require(object["runs"] as? [[String: Any]])
        #expect(runs[0]["eventsPerSecond"] is NSNull)
        #expect(runs[0]["latencyNanoseconds"] is NSNull)
        #expect((runs[0]["audit"] as? [String: Any])?["passed"] as? Bool == false)
        #expect(runs[1]["eventsPerSecond"] is [String: Any])
        #expect((object["ratios"] as? [[String: Any]])?.first?["ratio"] is NSNull)
        #expect(!report(passed: false).passed)
    }

    @Test func `a ratio is the median of the rounds' ratios`() throws {
        let ratio = try #require(report(passed: true).ratios.first)
        #expect(ratio.ratio?.samples == [0.5, 0.25, 0.25])
        #expect(ratio.ratio?.median == 0.25)
    }

    @Test func `a ratio of enough rounds has an interval`() throws {
        let parameters = RunParameters(writers: 2, eventsPerAppend: 2, streams: 5, payloadBytes: 64, seed: 1, runs: 6)
        let results = [
            named(.nacre, rates: [20, 21, 22, 22, 23, 24]), result(.fixed(256), rates: .init(repeating: 10, count: 6)),
        ]
        var report = report(passed: true)
        report.runs = results.map {
            RunReport($0, workload: .append, durability: .full, parameters: parameters, latencyOf: "append")
        }
        report.ratios = RatioReport.compare(results)
        let interval = try #require(report.ratios.first?.ratio?.interval)
        let text = "\(decimal(interval.low, decimals: 2)) to \(decimal(interval.high, decimals: 2))"
        let lines = ReportTable(title: "title", labels: ["one", "other"], report: report).lines
        let line = try #require(lines.first { $0.hasPrefix("nacre ") && $0.contains("lmdb") })
        #expect(["2.20", "2.00", "2.40", text].allSatisfy(line.contains))
        #expect(lines.contains("one: events/s, median of 6 rounds; 95 %: 20 to 24"))
    }

    @Test func `commits per second are divided by the disk's own syncs`() throws {
        let parameters = RunParameters(writers: 2, eventsPerAppend: 2, streams: 5, payloadBytes: 64, seed: 1, runs: 3)
        func run(_ durability: Durability, syncsPerSecond: Double?, groups: Int = 3) -> RunReport {
            var result = result(.fixed(4), rates: [400, 200, 300])
            result.groups = Array(result.groups.prefix(groups))
            return RunReport(
                result, workload: .append, durability: durability, parameters: parameters, latencyOf: "commit",
                syncsPerSecond: syncsPerSecond)
        }
        // Four events a group: 100, 50 and 75 groups a second.
        #expect(run(.full, syncsPerSecond: 200).groups?.perSecond?.samples == [100, 50, 75])
        #expect(run(.full, syncsPerSecond: 200).shareOfSyncRate?.samples == [0.5, 0.25, 0.375])
        #expect(run(.full, syncsPerSecond: nil).shareOfSyncRate == nil)
        #expect(run(.unsynced, syncsPerSecond: 200).shareOfSyncRate == nil)
        // Groups counted over other slices than the rates have no share.
        #expect(run(.full, syncsPerSecond: 200, groups: 2).groups?.perSecond == nil)
        var report = report(passed: true)
        report.runs = [run(.full, syncsPerSecond: 200)]
        let lines = ReportTable(title: "", labels: ["one"], report: report).lines
        #expect(lines.contains { $0.contains(/\b4\.0 +0\.38\b/) })
    }

    @Test func `figures have a line each and a column for each run with figures`() {
        var report = report(passed: true)
        report.runs[0].figures = [
            .init(name: "a", value: 1, unit: .count), .init(name: "b", value: 2, unit: .count),
            .init(name: "b", value: 3, unit: .count),
        ]
        report.runs[1].figures = [.init(name: "b", value: 4, unit: .count), .init(name: "c", value: 5, unit: .count)]
        let table = report.figures(labels: ["one", "other"])
        #expect(table.columns == ["figure", "one", "other"])
        #expect(table.rows.map(\.cells) == [["a", "1", "-"], ["b", "2", "4"], ["b", "3", "-"], ["c", "-", "5"]])
        let lines = ReportTable(title: "", labels: ["one", "other"], report: report).lines
        #expect(lines.contains("b         2      4"))
        report.runs[0].figures = []
        #expect(report.figures(labels: ["one", "other"]).rows.map(\.cells) == [["b", "4"], ["c", "5"]])
    }

    @Test func `a percentile of too few latencies is a dash`() {
        var summary = LatencySummary(p50: 1, p90: 2, p99: 3, p999: 4, p9999: 5, max: 6, count: 10_000)
        #expect(summary.cells == ["1 ns", "2 ns", "3 ns", "4 ns", "5 ns", "6 ns"])
        summary.count = 9_999
        #expect(summary.cells == ["1 ns", "2 ns", "3 ns", "4 ns", "-", "6 ns"])
        summary.count = 999
        #expect(summary.cells == ["1 ns", "2 ns", "3 ns", "-", "-", "6 ns"])
        summary.count = 99
        #expect(summary.cells == ["1 ns", "2 ns", "-", "-", "-", "6 ns"])
        summary.count = 9
        #expect(summary.cells == ["1 ns", "-", "-", "-", "-", "6 ns"])
        // Old reports do not contain the number of latencies.
        summary = LatencySummary(p50: 1, p90: 2, p99: 3, p999: 4, max: 6)
        #expect(summary.cells == ["1 ns", "2 ns", "3 ns", "4 ns", "-", "6 ns"])
    }

    @Test func `the table and the page show the number of latencies and their operation`() throws {
        var report = report(passed: true)
        report.runs[0].latencyOf = "append"
        report.runs[0].latencyNanoseconds?.count = 12_345
        let note = "Latency of: append (one); commit (other)."
        let lines = ReportTable(title: "", labels: ["one", "other"], report: report).lines
        #expect(lines.contains(note))
        let head = try #require(lines.first { $0.hasPrefix("engine") })
        let row = try #require(lines.first { $0.hasPrefix("one") })
        let end = try #require(head.firstRange(of: "latencies")).upperBound
        let cell = row.prefix(head.distance(from: head.startIndex, to: end)).split(separator: " ").last
        #expect(cell == "12,345")
        #expect(try MarkdownPage([report]).source().contains("| 12,345 |"))
        let names = report.runs.map(\.name)
        let page = ParsedPage(try ReportPage([report]).source())
        #expect(page.all("p").map(\.text).contains("Latency of: append (\(names[0])); commit (\(names[1]))."))
        // If all runs measure the same operation, none is named; struck-out runs have no latencies.
        report.runs[1].latencyOf = "append"
        #expect(report.results(labels: ["one", "other"]).note == "Latency of: append.")
        for index in report.runs.indices { report.runs[index].latencyNanoseconds = nil }
        #expect(report.results(labels: ["one", "other"]).note.isEmpty)
    }

    @Test func `every line of the results has a cell for each column, struck out or not`() {
        for passed in [true, false] {
            let table = report(passed: passed).results(labels: ["one", "other"])
            #expect(table.rows.allSatisfy { $0.cells.count == table.columns.count })
        }
    }

    @Test func `a report has the build and the mount options`() throws {
        var report = report(passed: true)
        report.environment.program = "0123456789abcdef"
        (report.environment.fileSystem, report.environment.mountOptions) = ("ext4", "rw,noatime")
        let lines = ReportTable(title: "", labels: ["one", "other"], report: report).lines
        #expect(lines.contains { $0.contains(" build 0123456789abcdef") && $0.contains(", ext4 (rw,noatime), ") })
        let page = ParsedPage(try ReportPage([report]).source())
        #expect(page.text.contains("0123456789abcdef") && page.text.contains("rw,noatime"))
    }

    @Test func `runs without rates are compared only if an audit failed`() {
        let results = [result(.fixed(4), rates: []), result(.fixed(256), rates: [])]
        #expect(RatioReport.compare(results).isEmpty)
        let broken = [result(.fixed(4), rates: [], passed: false), result(.fixed(256), rates: [])]
        #expect(RatioReport.compare(broken).map(\.ratio) == [nil])
    }

    @Test func `the table shows the figures, and no figure of a run whose audit failed`() {
        func lines(_ passed: Bool) -> String {
            ReportTable(title: "title", labels: ["one", "other"], report: report(passed: passed)).lines
                .joined(separator: "\n")
        }
        #expect(lines(true).contains("passed"))
        #expect(lines(true).contains("none: fewer than 6 rounds") && lines(true).contains(" 0.25 "))
        #expect(lines(false).contains("struck out"))
        #expect(lines(false).contains("one: failed: all is there: slice 1: no"))
        #expect(!lines(false).contains(" 0.25 "))
    }

    @Test func `a report file that cannot be written is refused before the measurement`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("report.json").path
            try ReportFile.requireWritable(path)
            try ReportFile.write(report(passed: true), to: path)
            #expect(FileManager.default.fileExists(atPath: path))
            let error = #expect(throws: HarnessError.self) {
                try ReportFile.requireWritable(folder.appendingPathComponent("no/report.json").path)
            }
            #expect(error?.kind == .cannotCreate)
        }
    }

    private func named(_ name: EngineName, rates: [Double], p50: [UInt64] = [], passed: Bool = true) -> ContenderResult
    {
        var result = result(.whatWaits, rates: rates, passed: passed)
        result.contender.engine = name.engine(.full, mapSize: smallMap)
        result.sliceLatencies = p50.map { LatencySummary(p50: $0, p90: $0, p99: $0, p999: $0, max: $0) }
        return result
    }

    @Test func `the better of two settings of an engine counts and is named`() throws {
        let ratios = RatioReport.compare([
            named(.nacre, rates: [60, 60, 60]), named(.sqlite, rates: [10, 20, 10]),
            named(.sqliteLarge, rates: [20, 10, 20]), named(.sqliteGroup, rates: [30, 30, 30]),
        ])
        #expect(
            ratios.map(\.denominator) == [
                "sqlite", "sqlite-large", "sqlite-group", "sqlite (the better: sqlite-large)",
            ])
        #expect(ratios.last?.ratio?.samples == [3, 6, 3])
    }

    @Test func `the shorter latency is the better one`() {
        let ratios = RatioReport.compare([
            named(.nacre, rates: [60], p50: [10]), named(.sqlite, rates: [20], p50: [20]),
            named(.sqliteLarge, rates: [10], p50: [40]),
        ]).suffix(3)
        #expect(ratios.map(\.quantity) == [nil, "p50", "p99"])
        #expect(ratios.map(\.denominator) == .init(repeating: "sqlite (the better: sqlite)", count: 3))
        #expect(ratios.map(\.ratio?.median) == [3, 0.5, 0.5])
    }

    @Test func `latencies of different operations and of closed loops have no ratio`() {
        let nacre = named(.nacre, rates: [60], p50: [10])
        #expect(RatioReport.compare([nacre, named(.lmdb, rates: [20], p50: [20])]).map(\.quantity) == [nil])
        var closed = [nacre, named(.sqlite, rates: [20], p50: [20])]
        for index in closed.indices { closed[index].judgesLatencies = false }
        #expect(RatioReport.compare(closed).map(\.quantity) == [nil])
    }

    @Test func `a report has the latencies of each slice, and a 99th percentile if there are enough of them`() throws {
        let parameters = RunParameters(writers: 2, eventsPerAppend: 2, streams: 5, payloadBytes: 64, seed: 1, runs: 2)
        func run(_ counts: [Int]) -> RunReport {
            var result = result(.fixed(4), rates: counts.map { _ in 10 })
            for count in counts { result.add(slice: (1...count).map { UInt64($0) }) }
            return RunReport(result, workload: .append, durability: .full, parameters: parameters, latencyOf: "commit")
        }
        #expect(run([100, 200]).sliceP50?.samples == [50, 100])
        #expect(run([100, 200]).sliceP99?.samples == [99, 198])
        #expect(run([100, 99]).sliceP50 != nil && run([100, 99]).sliceP99 == nil)
        let data = try JSONEncoder().encode(run([100, 200]))
        #expect(try JSONDecoder().decode(RunReport.self, from: data) == run([100, 200]))
        // Older reports have neither, and are read.
        var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        (object["sliceP50"], object["sliceP99"]) = (nil, nil)
        let old = try JSONDecoder().decode(RunReport.self, from: JSONSerialization.data(withJSONObject: object))
        #expect(old.sliceP50 == nil && old.eventsPerSecond == run([100, 200]).eventsPerSecond)
    }

    @Test func `the better setting is unknown if one has a failed audit`() {
        let ratios = RatioReport.compare([
            named(.nacre, rates: [60]), named(.sqlite, rates: [20]), named(.sqliteLarge, rates: [30], passed: false),
        ])
        #expect(ratios.map { $0.ratio?.median } == [3, nil, nil])
        #expect(ratios.last?.denominator == "sqlite (the better is not known)")
    }
}
