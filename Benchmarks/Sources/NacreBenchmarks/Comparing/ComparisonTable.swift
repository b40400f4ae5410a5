/// A comparison in words, a line for each figure.
struct ComparisonTable {
    let comparison: ReportComparison
    let tolerancePercent: Double

    /// All lines.
    var lines: [String] {
        comparison.lines.map(text) + comparison.notes.map { "WARNING: \($0)" } + ["", "on the whole: \(whole)"]
    }

    private func text(_ line: ReportComparison.Line) -> String {
        let aside = line.counts ? "" : " (does not count)"
        guard let difference = line.difference else {
            return "\(line.name): \(line.quantity): undecided: too few rounds\(aside)"
        }
        guard let low = difference.low, let high = difference.high else {
            return
                "\(line.name): \(line.quantity): \(decimal(difference.ratio, decimals: 2)) × (the medians alone: turns of "
                + "one store say nothing of chance): \(words(line.verdict))\(aside)"
        }
        let figures = [difference.ratio, low, high].map { decimal($0, decimals: 2) }
        return "\(line.name): \(line.quantity): \(figures[0]) × (\(figures[1]) to \(figures[2])): "
            + words(line.verdict) + aside
    }

    private var whole: String { words(comparison.verdict) }

    private func words(_ verdict: Verdict) -> String {
        verdict == .equal
            ? "equal within ±\(decimal(tolerancePercent, decimals: tolerancePercent == tolerancePercent.rounded() ? 0 : 1)) %"
            : verdict.rawValue
    }
}
