extension BenchmarkReport {
    func results(labels: [String]) -> FigureTable {
        FigureTable(
            caption: "Results",
            columns: [
                "engine", "events/s", "min", "max", "events/group", "groups/sync", "latencies", "p50", "p90", "p99",
                "p99.9", "p99.99", "max latency", "audit",
            ],
            rows: zip(labels, runs).map { $1.resultsRow($0) }, note: latencyNote(labels: labels))
    }

    /// What one latency measures, and in which runs, if they differ; empty without latencies.
    private func latencyNote(labels: [String]) -> String {
        let measured = zip(labels, runs).filter { $1.latencyNanoseconds != nil }
        var kinds: [String] = []
        for (_, run) in measured where !kinds.contains(run.latencyOf) { kinds.append(run.latencyOf) }
        guard !kinds.isEmpty else { return "" }
        let all = kinds.map { kind in
            let whose = measured.filter { $1.latencyOf == kind }.map(\.0).joined(separator: ", ")
            return kinds.count == 1 ? kind : "\(kind) (\(whose))"
        }
        return "Latency of: \(all.joined(separator: "; "))."
    }

    /// Figures of this workload only, in the order of the runs, a column for each run; no rows if there are none.
    func figures(labels: [String]) -> FigureTable {
        let all = runs.map { Dictionary(grouping: $0.figures, by: \.name) }
        let measured = runs.indices.filter { !runs[$0].figures.isEmpty }
        var names: [String] = []
        for figure in runs.flatMap(\.figures) where !names.contains(figure.name) { names.append(figure.name) }
        let rows = names.flatMap { name -> [FigureTable.Row] in
            // A run may have several figures of the same name, for example of several turns.
            let values = measured.map { all[$0][name] ?? [] }
            return (0..<(values.map(\.count).max() ?? 0)).map { index in
                FigureTable.Row(cells: [name] + values.map { index < $0.count ? $0[index].text : "-" })
            }
        }
        return FigureTable(caption: "Figures", columns: ["figure"] + measured.map { labels[$0] }, rows: rows)
    }

    var comparison: FigureTable {
        FigureTable(
            caption: "Comparisons",
            columns: ["of", "to", "quantity", "median ratio", "95 % interval", "least", "greatest", "rounds"],
            rows: ratios.map(\.row))
    }
}

extension RunReport {
    fileprivate func resultsRow(_ label: String) -> FigureTable.Row {
        guard audit.passed else {
            let cells = [String](repeating: "struck out", count: 3) + [String](repeating: "-", count: 9)
            return FigureTable.Row(cells: [label] + cells + ["FAILED"], isStruckOut: true, isFailure: true)
        }
        let summary = eventsPerSecond
        let rates = [summary?.median, summary?.min, summary?.max].map { $0.map(rateText) ?? "-" }
        let shared = [
            groups.map { decimal($0.events.median, decimals: 1) },
            shareOfSyncRate.map { decimal($0.median, decimals: 2) },
        ].map { $0 ?? "-" }
        let count = latencyNanoseconds?.count.map(decimal) ?? "-"
        let latencies = [count] + (latencyNanoseconds?.cells ?? [String](repeating: "-", count: 6))
        return FigureTable.Row(cells: [label] + rates + shared + latencies + ["passed"])
    }
}

extension LatencySummary {
    /// The percentiles and the maximum as text; a dash if there are too few latencies to distinguish a percentile from
    /// the maximum.
    var cells: [String] {
        func text(_ value: UInt64?, oneOf least: Int) -> String {
            guard let value, count.map({ $0 >= least }) ?? true else { return "-" }
            return duration(nanoseconds: value)
        }
        return [
            text(p50, oneOf: 1), text(p90, oneOf: 10), text(p99, oneOf: LatencySummary.fewestOfP99),
            text(p999, oneOf: 1_000),
            text(p9999, oneOf: 10_000), text(max, oneOf: 1),
        ]
    }
}

extension RatioReport {
    var quantityName: String { quantity ?? "events/s" }

    /// The other contender, with the caveat of the comparison, if any.
    var measure: String { denominator + (warning.map { " (\($0))" } ?? "") }

    fileprivate var row: FigureTable.Row {
        guard let ratio else {
            let cells = [numerator, measure, quantityName, "struck out", "-", "-", "-", "-"]
            return FigureTable.Row(cells: cells, isStruckOut: true)
        }
        let figures = [ratio.min, ratio.max].map { decimal($0, decimals: 2) }
        return FigureTable.Row(
            cells: [numerator, measure, quantityName, decimal(ratio.median, decimals: 2), ratio.intervalText]
                + figures + [decimal(ratio.samples.count)])
    }
}

extension SampleSummary {
    /// The interval of a ratio as text, or why there is none.
    var intervalText: String { text(of: interval) }

    /// An interval of these samples as text, or why there is none.
    func text(of interval: ConfidenceInterval?) -> String {
        if let interval { return "\(decimal(interval.low, decimals: 2)) to \(decimal(interval.high, decimals: 2))" }
        guard areIndependent else { return "none: turns of one store" }
        return samples.count < ConfidenceInterval.fewestSamples
            ? "none: fewer than \(ConfidenceInterval.fewestSamples) rounds" : "none: a round is zero"
    }
}

/// A rate as text: without decimals, unless it is below ten.
func rateText(_ value: Double) -> String {
    decimal(value, decimals: value.magnitude < 10 ? 1 : 0)
}
