extension BenchmarkReport {
    /// Figures of this workload only, in the order of the runs, a column for each run; no rows if there are none.
    func figures(labels: [String]) -> FigureTable {
        let all = runs.map { Dictionary(grouping: $0.figures, by: \.name) }
        var names: [String] = []
        for figure in runs.flatMap(\.figures) where !names.contains(figure.name) { names.append(figure.name) }
        let rows = names.flatMap { name -> [FigureTable.Row] in
            // A run may have several figures of the same name, for example of several turns.
            let values = all.map { $0[name] ?? [] }
            return (0..<(values.map(\.count).max() ?? 0)).map { index in
                FigureTable.Row(cells: [name] + values.map { index < $0.count ? $0[index].text : "-" })
            }
        }
        let measured = runs.indices.filter { !runs[$0].figures.isEmpty }
        return FigureTable(
            caption: "Figures", columns: ["figure"] + measured.map { labels[$0] },
            rows: rows.map { row in FigureTable.Row(cells: [row.cells[0]] + measured.map { row.cells[$0 + 1] }) })
    }
}
