extension FigureTable {
    /// The table for a page: a wide table scrolls by itself, instead of the page.
    func markup(showsCaption: Bool = true) -> Markup {
        let areFigures = columns.indices.map { $0 > 0 && holdsFigures($0) }
        let head = Markup.element(
            "thead", [:],
            [
                .element(
                    "tr", [:],
                    zip(columns, areFigures).map { name, areFigures in
                        .element("th", areFigures ? ["scope": "col", "class": "figure"] : ["scope": "col"], text: name)
                    })
            ])
        let body = Markup.element("tbody", [:], rows.map { markup($0, areFigures) })
        let caption = Markup.element("caption", showsCaption ? [:] : ["class": "hidden"], text: caption)
        let table = Markup.element("table", [:], [caption, head, body])
        let scroll = Markup.element(
            "div", ["class": "scroll", "role": "region", "aria-label": self.caption, "tabindex": "0"], [table])
        return note.isEmpty ? scroll : .joined([scroll, .element("p", ["class": "note"], text: note)])
    }

    private func markup(_ row: Row, _ areFigures: [Bool]) -> Markup {
        let names = [row.isStruckOut ? "struck" : nil, row.isFailure ? "failed" : nil].compactMap(\.self)
        let cells = row.cells.enumerated().map { column, text -> Markup in
            guard column == 0 else {
                let style = text.count > 40 ? "long" : areFigures[column] ? "figure" : nil
                return .element("td", style.map { ["class": $0] } ?? [:], text: text)
            }
            let name = row.isStruckOut ? Markup.element("s", [:], text: text) : .text(text)
            return .element("th", ["scope": "row"], [name])
        }
        return .element("tr", names.isEmpty ? [:] : ["class": names.joined(separator: " ")], cells)
    }
}
