/// The section of a page for one report.
struct ReportSection: Sendable {
    let report: BenchmarkReport

    /// Unique among the sections of the page.
    let id: String

    /// The section: the verdict first, then the measurements, then the machine.
    func markup() throws -> Markup {
        var parts: [Markup] = [
            .element("h2", ["id": id], text: report.heading),
            .element("p", ["class": "verdict \(report.passed ? "passed" : "failed")"], text: report.verdict),
        ]
        parts += report.cautions.map { .element("p", ["class": "warning", "role": "note"], text: "WARNING: \($0)") }
        parts += failures
        parts += results
        parts += comparisons
        parts += overTime
        parts += section("Figures", [report.figures(labels: report.runs.map(\.name))])
        parts += section("Also measured", [try report.others()])
        parts += section("Memory", [report.memory], charts: charts([("memory", report.memoryChart)]))
        parts += section("Disk", [report.storage])
        parts += [.element("h3", [:], text: "Measured on"), narrow(try report.conditions())]
        parts += [.element("h3", [:], text: "Asked for"), narrow(try report.parameters())]
        parts += [
            .element("h3", [:], text: "To measure it again"),
            .element("pre", [:], [.element("code", [:], text: report.command)]),
        ]
        parts += section("Audit", [report.checks])
        return .element("section", ["aria-labelledby": id], parts)
    }

    /// The failures, at the top: they come before any figures.
    private var failures: [Markup] {
        let broken = report.checks.rows.filter(\.isFailure)
        guard !broken.isEmpty else { return [] }
        var table = report.checks
        (table.caption, table.rows) = ("Not as it has to be", broken)
        return [table.markup()]
    }

    private var results: [Markup] {
        let table = report.results(labels: report.runs.map(\.name))
        let about = """
            Rates are medians of the rounds, with the slowest and the fastest. Of n latencies the last percentiles are \
            those of few: where they would be the longest one, there is a dash.
            """
        let drawn = charts([("rounds", report.roundsChart), ("latency", report.latencyChart)])
        var parts: [Markup] = [
            .element("h3", [:], text: "Results"),
            .element("div", ["class": "wide"], [table.markup(showsCaption: false)]),
            .element("p", ["class": "about"], text: about),
        ]
        parts += drawn
        parts += report.rounds.rows.isEmpty ? [] : [details(report.rounds)]
        parts += report.groups.rows.isEmpty ? [] : [details(report.groups)]
        return parts
    }

    private var comparisons: [Markup] {
        let table = report.comparison
        guard !table.rows.isEmpty else { return [] }
        let drawn = report.ratioCharts.enumerated().map { index, chart in
            Markup.element(
                "figure", [:],
                [.element("figcaption", [:], text: chart.title), chart.markup(id: "\(id)-ratios-\(index + 1)")])
        }
        let about = """
            Each is the median of the ratios of slices of the same round, so that a machine that is slower for a \
            while slows both. The bar is the interval in which the median lies with at least 95 %, the thin line reaches \
            from the least ratio to the greatest.
            """
        return [
            .element("h3", [:], text: "Comparisons"), .element("div", ["class": "charts"], drawn),
            .element("p", ["class": "about"], text: about), table.markup(showsCaption: false),
        ]
    }

    private var overTime: [Markup] {
        let throughput = report.throughputCharts.enumerated().map { ("over-time-\($0 + 1)", Optional($1.chart)) }
        guard !throughput.isEmpty else { return [] }
        let latencies = report.latencyOverTimeCharts.enumerated().map { ("latencies-\($0 + 1)", Optional($1.chart)) }
        let about = """
            The slices one after the other, each on a fresh store unless it only reads, the time between them left out; a \
            dotted line is where one ends. Every chart has a scale of its own.
            """
        return [.element("h3", [:], text: "Over time")] + charts(throughput)
            + [.element("p", ["class": "about"], text: about)] + charts(latencies) + [details(report.slices)]
    }

    /// A heading with its charts and tables; empty if no table has rows.
    private func section(_ title: String, _ tables: [FigureTable], charts: [Markup] = []) -> [Markup] {
        let filled = tables.filter { !$0.rows.isEmpty }
        guard !filled.isEmpty || !charts.isEmpty else { return [] }
        return [.element("h3", [:], text: title)] + charts + filled.map { $0.markup(showsCaption: false) }
    }

    /// A table with the minimum width, so that related columns are close together.
    private func narrow(_ table: FigureTable) -> Markup {
        .element("div", ["class": "narrow"], [table.markup(showsCaption: false)])
    }

    private func details(_ table: FigureTable) -> Markup {
        .element("details", [:], [.element("summary", [:], text: table.caption), table.markup(showsCaption: false)])
    }

    private func charts(_ charts: [(name: String, chart: LineChart?)]) -> [Markup] {
        let figures = charts.compactMap { name, chart -> Markup? in
            guard let chart else { return nil }
            let caption = Markup.element("figcaption", [:], text: chart.title)
            let drawing = chart.markup(id: "\(id)-\(name)")
            return .element("figure", [:], [caption, drawing] + (chart.lines.count > 1 ? [key(chart)] : []))
        }
        return figures.isEmpty ? [] : [.element("div", ["class": "charts"], figures)]
    }

    private func key(_ chart: LineChart) -> Markup {
        let lines = chart.lines.map { line in
            let sample = Markup.element(
                "svg", ["viewBox": "0 0 28 8", "aria-hidden": "true", "xmlns": "http://www.w3.org/2000/svg"],
                [.element("path", ["class": "line \(line.style)", "d": "M1 4L27 4"])])
            return Markup.element("li", [:], [sample, .element("span", [:], text: line.name)])
        }
        return .element("ul", ["class": "key"], lines)
    }
}
