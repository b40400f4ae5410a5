/// A table of figures, independent of the output format: text, Markdown or a page.
struct FigureTable: Hashable, Sendable {
    var caption: String

    var columns: [String]
    var rows: [Row]

    /// Information needed to read it, or empty.
    var note = ""

    /// A row of a table, a cell for each column; the first is its name.
    struct Row: Hashable, Sendable {
        var cells: [String]

        /// Whether its figures are invalid, because an audit failed.
        var isStruckOut = false

        var isFailure = false

        var link: String?
    }

    /// Whether a column consists of figures, which are aligned right: each cell that is not invalid is a figure or a
    /// dash.
    func holdsFigures(_ column: Int) -> Bool {
        let cells = rows.filter { !$0.isStruckOut }.map { $0.cells[column] }
        return !cells.isEmpty && cells.allSatisfy { text in text.first.map { $0.isNumber || $0 == "-" } ?? false }
    }

    /// The table as text: aligned columns, the first to the left, figures to the right.
    var lines: [String] {
        let all = [columns] + rows.map(\.cells)
        let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "  ")
        }
    }

    /// The table in Markdown, without its caption.
    var markdown: String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let rule = "|" + columns.indices.map { $0 == 0 ? "---|" : holdsFigures($0) ? "---:|" : "---|" }.joined()
        let body = rows.map { row in
            line(
                row.cells.enumerated().map { column, text in
                    let text = NacreBenchmarks.markdown(text)
                    if column == 0, let link = row.link { return "[\(text)](\(link))" }
                    if column == 0, row.isStruckOut { return "~~\(text)~~" }
                    return row.isFailure && !text.isEmpty ? "**\(text)**" : text
                })
        }
        let table = ([line(columns.map(NacreBenchmarks.markdown)), rule] + body).joined(separator: "\n")
        return table + (note.isEmpty ? "" : "\n\n\(NacreBenchmarks.markdown(note))")
    }

    /// The table for a page: a wide table scrolls by itself, instead of the page.
    func markup(showsCaption: Bool = true) -> Markup {
        let areFigures = columns.indices.map { $0 > 0 && holdsFigures($0) }
        let head = zip(columns, areFigures).map { name, areFigures in
            Markup.element("th", areFigures ? ["scope": "col"] : ["scope": "col", "class": "text"], text: name)
        }
        let table = Markup.element(
            "table", [:],
            [
                .element("caption", showsCaption ? [:] : ["class": "hidden"], text: caption),
                .element("thead", [:], [.element("tr", [:], head)]),
                .element("tbody", [:], rows.map { markup($0, areFigures) }),
            ])
        let scroll = Markup.element(
            "div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"], [table])
        return note.isEmpty ? scroll : .joined([scroll, .element("p", ["class": "note"], text: note)])
    }

    private func markup(_ row: Row, _ areFigures: [Bool]) -> Markup {
        let styles = [row.isStruckOut ? "struck" : nil, row.isFailure ? "failed" : nil].compactMap(\.self)
        let cells = row.cells.enumerated().map { column, text -> Markup in
            guard column == 0 else {
                let style = text.count > 40 ? "text long" : areFigures[column] ? nil : "text"
                return .element("td", style.map { ["class": $0] } ?? [:], text: text)
            }
            let name = row.isStruckOut ? Markup.element("s", [:], text: text) : .text(text)
            let linked = row.link.map { Markup.element("a", ["href": $0], [name]) } ?? name
            return .element("th", ["scope": "row"], [linked])
        }
        return .element("tr", styles.isEmpty ? [:] : ["class": styles.joined(separator: " ")], cells)
    }
}

extension FigureTable {
    /// A table of names with their values.
    init(_ caption: String, _ values: [(name: String, value: String)]) {
        self.init(caption: caption, columns: ["what", "value"], rows: values.map { Row(cells: [$0.name, $0.value]) })
    }
}
