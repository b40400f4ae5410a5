import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ReportPageTests {
    /// A report of an older version, without later fields.
    private func old() -> BenchmarkReport {
        var report = BenchmarkReport.madeUp()
        (report.title, report.measuredAt) = (nil, nil)
        (report.environment.program, report.environment.mountOptions) = (nil, nil)
        for index in report.runs.indices {
            report.runs[index].label = nil
            report.runs[index].latencyDistribution = nil
            report.runs[index].intervals = nil
            report.runs[index].memorySamples = nil
            report.runs[index].shareOfSyncRate = nil
            report.runs[index].groups?.perSecond = nil
            report.runs[index].latencyNanoseconds?.p9999 = nil
            report.runs[index].latencyNanoseconds?.count = nil
        }
        return report
    }

    @Test func `a page is well-formed for any report`() throws {
        var strange = BenchmarkReport.madeUp(struckOut: 1)
        strange.command = "a <b> & \"c\" 'd' \u{1}\u{7F} ]]> \u{FFFE} 日本 🐚"
        strange.title = "</title><script>alert(1)</script>"
        strange.runs[0].label = "a & <b>"
        var empty = BenchmarkReport.madeUp()
        (empty.runs, empty.ratios) = ([], [])
        for reports in [[.madeUp()], [strange], [old()], [empty], [.madeUp(rounds: 1), strange, old()]] {
            let page = ParsedPage(try ReportPage(reports).source())
            #expect(page.failure == nil)
            #expect(page.all("section").count == reports.count)
        }
        let page = ParsedPage(try ReportPage([strange]).source())
        #expect(page.all("script").isEmpty)
        #expect(page.text.contains("a <b> & \"c\" 'd' \u{FFFD}\u{FFFD} ]]> \u{FFFD} 日本 🐚"))
    }

    @Test func `a report of an older version is read, shown and compared`() throws {
        let data = try ReportFile.encode(old())
        let text = String(decoding: data, as: UTF8.self)
        for key in [
            "label", "latencyDistribution", "memorySamples", "shareOfSyncRate", "perSecond", "p99.99", "title",
            "program", "mountOptions",
        ] {
            #expect(!text.contains("\"\(key)\""))
        }
        let read = try JSONDecoder().decode(BenchmarkReport.self, from: data)
        #expect(read == old())
        let page = ParsedPage(try ReportPage([read]).source())
        #expect(page.text.contains("append: 17 writers, 3 events an append"))
        // Each run has a line through the percentiles that the old report contains.
        let lines = read.latencyChart?.lines ?? []
        #expect(lines.map { $0.parts[0].map(\.x) } == .init(repeating: [2, 10, 100, 1_000], count: 3))
        var (one, other) = (read, BenchmarkReport.madeUp())
        (one.environment.warnings, other.environment.warnings) = ([], [])
        #expect(try !ReportComparison(of: other, to: one, within: 0.1).lines.isEmpty)
    }

    @Test func `figures too large for integers are formatted`() {
        for unit in [Figure.Unit.count, .eventsPerSecond, .nanoseconds, .bytes, .ratio] {
            #expect(!Figure(name: "f", value: 1e300, unit: unit).text.isEmpty)
            #expect(!Figure(name: "f", value: -1e300, unit: unit).text.isEmpty)
        }
        #expect(rateText(1e300) == "1e+300")
    }

    /// Every text in a report, except the names of units.
    private func texts(of value: JSONValue) -> [String] {
        switch value {
        case .object(let members): members.filter { $0.key != "unit" }.flatMap { texts(of: $0.value) }
        case .array(let values): values.flatMap(texts)
        case .string(let text): [text]
        default: []
        }
    }

    @Test(arguments: [nil, 0, 2]) func `every text of a report is on the page and in the Markdown`(
        struckOut: Int?
    ) throws {
        let report = BenchmarkReport.madeUp(rounds: 6, struckOut: struckOut)
        let page = ParsedPage(try ReportPage([report], title: "Of May").source())
        let markdown = try MarkdownPage([report], title: "Of May").source()
        for text in try texts(of: JSONValue(report)) {
            #expect(page.text.contains(text), "\(text)")
            #expect(markdown.contains(NacreBenchmarks.markdown(text)) || markdown.contains(text), "\(text)")
        }
        // Figures of a run that is not struck out, as formatted text.
        for text in [
            "Of May", "2,055", "1.00", "20.00 ms", "40.00 ms", "4,711", "41.0 MiB", "13.0 MiB", "1.30",
            "9,001", "8,999", "1,234", "2027-01-15T08:00:00Z", "WARNING: the room was warm & <loud>",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
    }

    @Test func `a run with a failed audit is struck out and has no figures`() throws {
        let page = ParsedPage(try ReportPage([.madeUp([.nacre, .sqlite], struckOut: 1)]).source())
        #expect(page.all("s").map(\.text).contains("sqlite"))
        #expect(!page.all("s").map(\.text).contains { $0 == "nacre" } || page.text.contains("struck out"))
        #expect(page.text.contains("AN AUDIT FAILED: the figures of sqlite are struck out."))
        #expect(page.text.contains("17 times, first: \"load-00000003\" <lost>"))
        // The median of its rates, its longest latency, its memory.
        for figure in ["2,022", "40.00 ms", "41.0 MiB"] { #expect(!page.text.contains(figure), "\(figure)") }
        // Charts of several runs have one line left; the run itself has none.
        let lines = page.all("path").filter { $0.attributes["class"]?.contains("c1") == true }
        #expect(lines.isEmpty)
        #expect(page.all("p").contains { $0.attributes["class"] == "verdict failed" })
    }

    @Test func `a page has no external resources and no script`() throws {
        let source = try ReportPage([.madeUp()]).source()
        let rest = source.replacingOccurrences(of: "http://www.w3.org/", with: "")
        for word in ["http:", "https:", "//", "src=", "url(", "@import", "<script", "<link", "onload"] {
            #expect(!rest.contains(word), "\(word)")
        }
    }

    @Test func `every drawing has a unique title and description`() throws {
        let page = ParsedPage(try ReportPage([.madeUp(), .madeUp()]).source())
        let ids = page.elements.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        let drawings = page.all("svg").filter { $0.attributes["aria-hidden"] == nil }
        // Rounds, latencies, two of ratios, memory, and two over time for each of three runs.
        #expect(drawings.count == 2 * (5 + 6))
        for drawing in drawings {
            #expect(drawing.attributes["role"] == "img")
            let named = drawing.attributes["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
            #expect(named.count == 2 && named.allSatisfy(ids.contains))
        }
        #expect(page.all("title").filter { $0.inside.last == "svg" }.allSatisfy { !$0.text.isEmpty })
        #expect(page.all("caption").count == page.all("table").count)
    }

    @Test func `a page begins with answers that link to each report`() throws {
        let page = ParsedPage(try ReportPage([.madeUp(), .madeUp(struckOut: 0)]).source())
        #expect(page.all("a").compactMap { $0.attributes["href"] } == ["#report-1", "#report-2"])
        #expect(page.text.contains("1 of 2 reports did not pass"))
        let verdicts = page.all("td").map(\.text).filter { ["passed", "NOT PASSED"].contains($0) }
        #expect(verdicts.count { $0 == "NOT PASSED" } == 1)
    }

    @Test func `unknown values of an object are listed by name`() throws {
        struct Later: Encodable {
            var faults = 17
            var perWriter = [1.5, 2]
            var kinds = ["conflict": 3]
            var nothing: Int?
        }
        let entries = try JSONValue(Later()).entries(except: ["faults"])
        #expect(entries.map(\.name) == ["kinds, conflict", "per writer"])
        #expect(entries.map(\.value) == ["3", "1.50, 2"])
    }

    @Test func `an uneven disk and lower durability cause warnings`() throws {
        var report = BenchmarkReport.madeUp()
        #expect(report.cautions == report.environment.warnings)
        report.diskProbe.after.syncsPerSecond = 500
        report.runs[0].durability = .unsynced
        let page = ParsedPage(try ReportPage([report]).source())
        let warnings = page.all("p").filter { $0.attributes["class"] == "warning" }.map(\.text)
        #expect(warnings.contains { $0.contains("9,001 syncs a second before and 500 after") })
        #expect(warnings.contains { $0.contains("durability differs between the runs") })
        for index in report.runs.indices { report.runs[index].durability = .unsynced }
        #expect(report.cautions.contains { $0.contains("do not survive a power loss") })
    }

    @Test func `runs of unequal durability are compared with a warning`() throws {
        var report = BenchmarkReport.madeUp()
        report.ratios[0].warning = "UNEQUAL DURABILITY, one against another"
        let page = ParsedPage(try ReportPage([report]).source())
        let warned = "\(report.ratios[0].denominator) (UNEQUAL DURABILITY, one against another)"
        #expect(page.all("td").map(\.text).contains(warned))
        #expect(page.all("desc").contains { $0.text.contains(warned) })
    }

    @Test func `the page explains the ratios`() throws {
        let page = ParsedPage(try ReportPage([.madeUp()]).source())
        #expect(page.text.contains("the median of the ratios of slices of the same round,"))
        #expect(!page.text.contains("ratios of slices that ran one after the other"))
    }

    @Test func `runs of old reports have the same names`() {
        var run = BenchmarkReport.madeUp([.lmdb]).runs[0]
        run.label = nil
        #expect(run.name == "lmdb")
        run.parameters.eventsPerCommit = "same"
        #expect(run.name == "lmdb at the same a commit")
        run.parameters.eventsPerCommit = "1000"
        #expect(run.name == "lmdb at 1,000 a commit")
        run.parameters.variant = "with tags"
        #expect(run.name == "lmdb, with tags")
    }
}
