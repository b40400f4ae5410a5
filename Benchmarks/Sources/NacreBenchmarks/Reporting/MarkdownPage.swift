/// The tables of one or several reports as Markdown, for a repository.
struct MarkdownPage: Sendable {
    var title: String
    var reports: [BenchmarkReport]

    init(_ reports: [BenchmarkReport], title: String? = nil) {
        self.reports = reports
        self.title = title ?? "Load measured by nacre-bench"
    }

    /// The text of the file.
    func source() throws -> String {
        let sections = try reports.map(section)
        return (["# \(markdown(title))"] + sections).joined(separator: "\n\n") + "\n"
    }

    private func section(_ report: BenchmarkReport) throws -> String {
        var parts = ["## \(markdown(report.heading))", "**\(markdown(report.verdict))**"]
        parts += report.cautions.map { "> **WARNING:** \(markdown($0))" }
        let names = report.runs.map(\.name)
        let tables = [
            report.results(labels: names), report.comparison, report.figures(labels: names), try report.others(),
            report.groups, report.rounds, report.slices, report.memory, report.storage, try report.conditions(),
            try report.parameters(), report.checks,
        ]
        parts += tables.filter { !$0.rows.isEmpty }.map(\.markdown)
        parts += ["### To measure it again", codeBlock(report.command)]
        return parts.joined(separator: "\n\n")
    }

    /// Text in a fence longer than any in the text.
    private func codeBlock(_ text: String) -> String {
        var longest = 2
        var run = 0
        for character in text {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)\n\(text)\n\(fence)"
    }
}

extension FigureTable {
    var markdown: String {
        let head = line(columns.map(NacreBenchmarks.markdown))
        let rule = "|" + columns.indices.map { $0 == 0 ? "---|" : holdsFigures($0) ? "---:|" : "---|" }.joined()
        let body = rows.map { row in
            line(
                row.cells.enumerated().map { column, text in
                    let text = NacreBenchmarks.markdown(text)
                    return column == 0 && row.isStruckOut ? "~~\(text)~~" : row.isFailure ? bold(text) : text
                })
        }
        let table = ([head, rule] + body).joined(separator: "\n")
        return "### \(NacreBenchmarks.markdown(caption))\n\n\(table)"
            + (note.isEmpty ? "" : "\n\n\(NacreBenchmarks.markdown(note))")
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private func bold(_ text: String) -> String { text.isEmpty ? text : "**\(text)**" }
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
