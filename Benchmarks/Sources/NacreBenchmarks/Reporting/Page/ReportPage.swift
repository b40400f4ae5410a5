/// A self-contained page of one or several reports: no external script, style or picture.
struct ReportPage: Sendable {
    var title: String
    var reports: [BenchmarkReport]

    /// The page of some reports, by default with the title of the only report.
    init(_ reports: [BenchmarkReport], title: String? = nil) {
        self.reports = reports
        self.title = title ?? "Load measured by nacre-bench"
    }

    /// The text of the file.
    func source() throws -> String {
        let head = Markup.element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("title", [:], text: title), .style(PageStyle.sheet),
            ])
        let sections = try reports.enumerated().map { try ReportSection(report: $1, id: "report-\($0 + 1)").markup() }
        let body = Markup.element(
            "body", [:],
            [.element("header", [:], [.element("h1", [:], text: title)] + contents)]
                + [.element("main", [:], sections)])
        let root = Markup.element("html", ["lang": "en", "xmlns": "http://www.w3.org/1999/xhtml"], [head, body])
        return Markup.document(root).source
    }

    /// Links to each of several reports, and whether all of them are valid.
    private var contents: [Markup] {
        guard reports.count > 1 else { return [] }
        let failed = reports.filter { !$0.passed }.count
        let verdict =
            failed == 0
            ? "All \(decimal(reports.count)) reports passed their audits."
            : "\(decimal(failed)) of \(decimal(reports.count)) reports did not pass: see below."
        let links = reports.enumerated().map { index, report in
            let link = Markup.element("a", ["href": "#report-\(index + 1)"], text: report.heading)
            return Markup.element("li", [:], report.passed ? [link] : [link, .text(" NOT PASSED")])
        }
        return [
            .element("p", ["class": "verdict \(failed == 0 ? "passed" : "failed")"], text: verdict),
            .element("nav", ["aria-label": "Reports"], [.element("ul", [:], links)]),
        ]
    }
}
