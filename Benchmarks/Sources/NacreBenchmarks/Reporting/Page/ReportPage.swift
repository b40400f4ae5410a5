/// A page with the answers first, then the charts and tables of each report.
///
/// It is self-contained, and has no script.
struct ReportPage: Sendable {
    static let usualTitle = "Load measured by nacre-bench"

    var title: String

    /// Whether the figures are valid, in a sentence.
    var verdict: String
    var passed: Bool
    var notes: [String] = []
    var warnings: [String] = []

    /// Tables of questions, results, bounds and verdicts, whose rows link to the sections.
    var answers: [(note: String, table: FigureTable)]
    var sections: [ReportSection]

    func source() throws -> String {
        let head = Markup.element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("title", [:], text: title), .style(PageStyle.sheet),
            ])
        var top: [Markup] = [
            .element("h1", [:], text: title),
            .element("p", ["class": "verdict \(passed ? "passed" : "failed")"], text: verdict),
        ]
        top += notes.map { .element("p", ["class": "about"], text: $0) }
        for (note, table) in answers where !table.rows.isEmpty {
            top.append(.element("h3", [:], text: table.caption))
            if !note.isEmpty { top.append(.element("p", ["class": "about"], text: note)) }
            top.append(.element("div", ["class": "answers"], [table.markup(showsCaption: false)]))
        }
        top += warnings.map { .element("p", ["class": "warning", "role": "note"], text: "WARNING \($0)") }
        let body = Markup.element(
            "body", [:],
            [.element("header", [:], top), .element("main", [:], try sections.map { try $0.markup() })])
        let root = Markup.element("html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"], [head, body])
        return Markup.document(root).source
    }
}

extension ReportPage {
    init(_ reports: [BenchmarkReport], title: String? = nil) {
        let sections = reports.enumerated().map { index, report in
            ReportSection(report: report, id: "report-\(index + 1)", heading: report.heading)
        }
        let failed = reports.count { !$0.passed }
        self.init(
            title: title ?? Self.usualTitle,
            verdict: failed == 0
                ? "Every audit passed." : "\(decimal(failed)) of \(decimal(reports.count)) reports did not pass.",
            passed: failed == 0,
            answers: [
                (
                    "",
                    FigureTable(
                        caption: "Answers", columns: ["question", "result", "bound", "verdict"],
                        rows: sections.flatMap(\.answers))
                )
            ], sections: sections)
    }
}

extension ReportSection {
    /// What the report answers: its rate and latencies, its ratios to other contenders, and its promises.
    fileprivate var answers: [FigureTable.Row] {
        let head = FigureTable.Row(
            cells: [heading, report.reached, "", report.passed ? "passed" : "NOT PASSED"], isFailure: !report.passed,
            link: "#\(id)")
        let ratios = report.ratios.compactMap { ratio in
            SuiteQuantity.ratio(to: ratio.denominator, of: ratio.quantity).reading(in: report).map {
                FigureTable.Row(cells: ["", $0.words, "–", "–"])
            }
        }
        return [head] + ratios
            + report.runs.flatMap { run in
                run.promises.map {
                    FigureTable.Row(
                        cells: ["", "\(run.name): \($0.detail ?? "")", $0.name, $0.passed ? "met" : "not met"],
                        isFailure: !$0.passed)
                }
            }
    }
}
