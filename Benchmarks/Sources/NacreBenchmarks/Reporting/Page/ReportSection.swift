struct ReportSection: Sendable {
    let report: BenchmarkReport

    /// Unique among the sections of the page.
    let id: String
    let heading: String

    /// Whether series over time, parameters, and checks that passed are left out.
    var isCompact = false

    /// The section: the verdict first, then the measurements, then the machine.
    func markup() throws -> Markup {
        let names = report.runs.map(\.name)
        var parts: [Markup] = [.element("h2", ["id": id], text: heading)]
        if !isCompact || !report.passed {
            let style = report.passed ? "passed" : "failed"
            parts.append(.element("p", ["class": "verdict \(style)"], text: report.verdict))
        }
        if !isCompact {
            parts += report.cautions.map {
                .element("p", ["class": "warning", "role": "note"], text: "WARNING: \($0)")
            }
        }
        var failures = report.checks
        failures.rows = failures.rows.filter(\.isFailure)
        parts += section("Failed checks", failures)
        parts += section("Results", style: "wide", report.results(labels: names))
        parts += figures([
            ("rounds", isCompact ? nil : report.roundsChart), ("latency", report.latencyChart),
            ("memory", isCompact ? nil : report.memoryChart),
        ])
        parts += (isCompact ? [] : details(report.rounds)) + details(report.groups)
        let ratios = report.ratioCharts.enumerated().map { index, chart in
            figure(chart.title, chart.markup(id: "\(id)-ratios-\(index + 1)"))
        }
        if !ratios.isEmpty {
            parts += [.element("h3", [:], text: "Comparisons"), .element("div", ["class": "charts"], ratios)]
            parts += isCompact ? details(report.comparison) : [about(Self.aboutRatios), table(report.comparison)]
        }
        parts += section("Figures", report.figures(labels: names))
        parts += section("Memory", report.memory) + section("Disk", report.storage)
        if !isCompact {
            parts += try overTime() + section("Machine", style: "narrow", report.conditions())
            parts += try section("Parameters", style: "narrow", report.parameters()) + section("Checks", report.checks)
        }
        let command = Markup.element("pre", [:], [.element("code", [:], text: report.command)])
        return .element("section", ["aria-labelledby": id], parts + [.element("h3", [:], text: "Command"), command])
    }

    private static let aboutRatios = """
        Each ratio is the median of the ratios of slices of the same round, so that a machine that is slower for a while \
        slows both. The bar is the interval that contains the median with at least 95 % confidence; the thin line goes \
        from the minimum to the maximum.
        """

    private func overTime() throws -> [Markup] {
        let charts = [("over-time", report.throughputCharts), ("latencies", report.latencyOverTimeCharts)]
        guard !charts[0].1.isEmpty else { return [] }
        let drawn = charts.flatMap { name, charts in
            figures(charts.enumerated().map { ("\(name)-\($0 + 1)", $1) })
        }
        let note = "The slices in order, without the time between them; a dotted line ends a slice. Scales differ."
        return [.element("h3", [:], text: "Over time"), about(note)] + drawn + details(report.slices)
    }

    private func section(_ title: String, style: String? = nil, _ figures: FigureTable) -> [Markup] {
        guard !figures.rows.isEmpty else { return [] }
        let table = style.map { .element("div", ["class": $0], [self.table(figures)]) } ?? self.table(figures)
        return [.element("h3", [:], text: title), table]
    }

    private func about(_ text: String) -> Markup { .element("p", ["class": "about"], text: text) }

    private func table(_ table: FigureTable) -> Markup { table.markup(showsCaption: false) }

    private func details(_ table: FigureTable) -> [Markup] {
        table.rows.isEmpty
            ? [] : [.element("details", [:], [.element("summary", [:], text: table.caption), self.table(table)])]
    }

    private func figures(_ charts: [(name: String, chart: LineChart?)]) -> [Markup] {
        let figures = charts.compactMap { name, chart in
            chart.map { figure($0.title, $0.markup(id: "\(id)-\(name)"), key: $0.lines.count > 1 ? [key($0)] : []) }
        }
        return figures.isEmpty ? [] : [.element("div", ["class": "charts"], figures)]
    }

    private func figure(_ title: String, _ drawing: Markup, key: [Markup] = []) -> Markup {
        .element("figure", [:], [.element("figcaption", [:], text: title), drawing] + key)
    }

    private func key(_ chart: LineChart) -> Markup {
        let lines = chart.lines.map { line in
            let sample = Markup.element(
                "svg", ["viewBox": "0 0 28 8", "aria-hidden": "true", "xmlns": "http://www.w3.org/2000/svg"],
                [.path([(1, 4), (27, 4)], style: line.style)])
            return Markup.element("li", [:], [sample, .element("span", [:], text: line.name)])
        }
        return .element("ul", ["class": "key"], lines)
    }
}
