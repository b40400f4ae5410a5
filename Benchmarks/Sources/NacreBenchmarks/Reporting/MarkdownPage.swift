/// The tables of one or several reports as Markdown, for a repository.
struct MarkdownPage: Sendable {
    var title: String
    var reports: [BenchmarkReport]

    init(_ reports: [BenchmarkReport], title: String? = nil) {
        self.reports = reports
        self.title = title ?? ReportPage.usualTitle
    }

    func source() throws -> String {
        (["# \(markdown(title))"] + (try reports.map(section))).joined(separator: "\n\n") + "\n"
    }

    private func section(_ report: BenchmarkReport) throws -> String {
        var parts = ["## \(markdown(report.heading))", "**\(markdown(report.verdict))**"]
        parts += report.cautions.map { "> **WARNING:** \(markdown($0))" }
        let names = report.runs.map(\.name)
        let tables = [
            report.results(labels: names), report.comparison, report.figures(labels: names), report.groups,
            report.rounds, report.slices, report.memory, report.storage, try report.conditions(),
            try report.parameters(), report.checks,
        ]
        parts += tables.filter { !$0.rows.isEmpty }.map { "### \(markdown($0.caption))\n\n\($0.markdown)" }
        // The fence is longer than any in the command.
        let longest = report.command.matches(of: /`+/).map(\.0.count).max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        parts.append("### Command\n\n\(fence)\n\(report.command)\n\(fence)")
        return parts.joined(separator: "\n\n")
    }
}

/// Text with Markdown's special characters escaped, on one line.
func markdown(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "\\", "`", "*", "_", "[", "]", "|", "~", "#": result += "\\\(character)"
        case "<": result += "&lt;"
        case "&": result += "&amp;"
        case _ where character.isNewline: result += " "
        default: result.append(character)
        }
    }
    return result
}
