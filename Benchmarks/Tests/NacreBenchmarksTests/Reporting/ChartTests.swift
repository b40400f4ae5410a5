import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct ChartTests {
    @Test func `a linear axis ends at a round value in few steps`() {
        for greatest in [0.003, 1, 7, 99, 100, 101, 123_456, 9.9e8] {
            let axis = AxisScale.linear(to: greatest, start: 0, end: 100)
            #expect(axis.high >= greatest && axis.high <= greatest * 2.1, "\(greatest): \(axis.high)")
            #expect((2...6).contains(axis.ticks.count))
            #expect(axis.position(of: 0) == 0 && axis.position(of: axis.high) == 100)
            #expect(abs(axis.position(of: axis.high / 4) - 25) < 1e-9)
        }
        #expect(AxisScale.linear(to: 0, start: 0, end: 1).high == 1)
    }

    @Test(arguments: [(0.99998, 1.0), (1.0, 1.00002), (0.99998, 1.00002), (4.9999, 5.0001)])
    func `an axis of nearly equal values has two ends`(least: Double, greatest: Double) {
        let axis = AxisScale.logarithmic(from: least, to: greatest, start: 0, end: 100)
        #expect(axis.low < axis.high)
        #expect((0...100).contains(axis.position(of: least)))
    }

    @Test func `equal ratios have equal distances on a logarithmic axis`() {
        let axis = AxisScale.logarithmic(from: 3, to: 30_000, start: 200, end: 0)
        #expect(axis.low <= 3 && axis.high >= 30_000)
        let places = [10.0, 100, 1_000, 10_000].map(axis.position)
        let steps = zip(places, places.dropFirst()).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 && $0 > 0 })
        #expect(axis.ticks == [10, 100, 1_000, 10_000])
        // Values beyond the ends are drawn at the ends.
        #expect(axis.position(of: 0) == 200 && axis.position(of: 1e9) == 0)
        // Equal values have an axis too.
        let narrow = AxisScale.logarithmic(from: 5, to: 5, start: 0, end: 1)
        #expect(narrow.high > narrow.low && !narrow.ticks.isEmpty)
    }

    @Test func `percentiles are named by their nines`() {
        let names = [1.0, 10, 100, 1_000, 10_000, 100_000].map(ValueName.percentile.text)
        #expect(names == ["0", "90", "99", "99.9", "99.99", "99.999"])
    }

    @Test func `values have short names`() {
        #expect(
            [0, 0.5, 1_000, 20_000, 1.5e6, 2e9].map(ValueName.number.text) == [
                "0", "0.5", "1,000", "20k", "1.5M", "2G",
            ])
        #expect([500, 2e4, 3e6, 1.5e9].map(ValueName.nanoseconds.text) == ["500 ns", "20 µs", "3 ms", "1.5 s"])
        #expect(ValueName.bytes.text(Double(64 << 20)) == "64 MiB")
    }

    @Test func `a line goes through its points, and each part is a line of its own`() throws {
        let chart = LineChart(
            title: "t", summary: "s", horizontal: .init(title: "x", ends: 0...10), vertical: .init(title: "y"),
            lines: [
                .init(name: "a", color: 0, parts: [[.init(x: 0, y: 0), .init(x: 5, y: 10)], [.init(x: 10, y: 5)]])
            ], separators: [7.5])
        let page = ParsedPage(chart.markup(id: "c").source)
        #expect(page.failure == nil)
        // The drawing goes from 50 to 386, and from 196 up to 22.
        let lines = page.all("path").filter { $0.attributes["class"]?.hasPrefix("line ") == true }
        #expect(lines.map { $0.attributes["d"] } == ["M50 196L218 22"])
        let mark = try #require(page.all("circle").first)
        #expect(mark.attributes["cx"] == "386" && mark.attributes["cy"] == "109")
        #expect(
            page.all("line").filter { $0.attributes["class"] == "separator" }.map { $0.attributes["x1"] } == ["302"])
    }

    @Test func `lines are distinguishable without colour and with repeated colours`() throws {
        let sheet = PageStyle.sheet
        let dashes = try (0..<PageStyle.colors).map { color in
            let rule = try #require(sheet.firstRange(of: ".c\(color) {").map { sheet[$0.upperBound...] })
            let body = rule.prefix { $0 != "}" }
            return body.firstRange(of: "stroke-dasharray:").map { String(body[$0.upperBound...]) } ?? "none"
        }
        #expect(Set(dashes).count == PageStyle.colors, "\(dashes)")
        let styles = (0..<3 * PageStyle.colors).map { LineChart.Line(name: "l", color: $0, parts: []).style }
        #expect(Set(styles).count == styles.count)
        #expect(styles[PageStyle.colors] == "c0 thin")
        for width in PageStyle.widths where !width.isEmpty {
            #expect(sheet.contains(".\(width) { stroke-width: "))
        }
        // A cap at the end of a dash would close the gaps.
        #expect(!sheet.contains("stroke-linecap"))
    }

    @Test func `the lines of one run's latencies have two colours`() {
        for color in 0..<2 * PageStyle.colors {
            var report = BenchmarkReport.madeUp([.nacre])
            report.runs = Array(repeating: report.runs[0], count: color + 1)
            let styles = report.latencyOverTimeCharts[color].lines.map { $0.color % PageStyle.colors }
            #expect(Set(styles).count == 2, "\(color)")
        }
    }

    @Test func `latencies are drawn up to the maximum`() throws {
        let chart = try #require(BenchmarkReport.madeUp([.nacre]).latencyChart)
        let points = try #require(chart.lines.first?.parts.first)
        #expect(points.last == .init(x: 20_000, y: 20_000_000))
        let median = try #require(points.first { $0.x == 2 })
        #expect(abs(median.y - 10_000_000) <= 10_000)
        #expect(points.map(\.x) == points.map(\.x).sorted())
    }

    @Test func `slices are drawn end to end`() throws {
        let charts = BenchmarkReport.madeUp([.nacre], rounds: 3).throughputCharts
        let chart = try #require(charts.first)
        #expect(chart.separators == [2.5, 5])
        #expect(chart.lines[0].parts.map { $0.map(\.x) } == [[0.5, 1.5, 2.25], [3, 4, 4.75], [5.5, 6.5, 7.25]])
        #expect(chart.lines[0].parts[0].map(\.y) == [30, 30, 30])
    }

    @Test func `a ratio is drawn on its side of 1 with its interval`() throws {
        let ratio = try #require(SampleSummary([2, 2.2, 2.4, 1.9, 2.1, 2]))
        let page = ParsedPage(RatioChart(title: "t", bars: [.init(name: "a / b", ratio: ratio)]).markup(id: "r").source)
        func place(_ style: String, _ name: String) throws -> Double {
            let line = try #require(page.all("line").first { $0.attributes["class"] == style })
            return try #require(line.attributes[name].flatMap(Double.init))
        }
        let dot = try #require(page.all("circle").first?.attributes["cx"].flatMap(Double.init))
        #expect(try place("one", "x1") < place("whisker", "x1"))
        #expect(try place("whisker", "x1") <= place("interval", "x1") + 0.6)
        #expect(try place("interval", "x1") < dot && dot < place("interval", "x2"))
        #expect(page.text.contains("2.05 (\(ratio.intervalText))"))
    }
}
