/// A comparison as text: both sides, then a line for each figure.
struct ComparisonTable {
    let comparison: ReportComparison
    let tolerancePercent: Double

    /// The sides; the first is the baseline.
    var sides: [ComparedSide] = []

    var lines: [String] {
        sides.map(\.line) + comparison.lines.map(text) + comparison.notes.map { "WARNING: \($0)" }
            + ["", "on the whole: \(whole)"]
    }

    private func text(_ line: ReportComparison.Line) -> String {
        let medians = [line.first, line.second].map { side in
            side.map { side in
                line.unit == .perSecond
                    ? rateText(side.median) : Figure(name: "", value: side.median, unit: line.unit).text
            } ?? "none"
        }
        return "\(line.name): \(line.quantity): first \(medians[0]), second \(medians[1]): \(outcome(of: line))"
            + (line.counts ? "" : " (does not count)")
    }

    private func outcome(of line: ReportComparison.Line) -> String {
        guard let difference = line.difference else { return "undecided: \(lack(of: line))" }
        guard let low = difference.low, let high = difference.high else {
            return
                "\(decimal(difference.ratio, decimals: 2)) × (the medians alone: turns of one store say nothing of "
                + "chance): \(words(line.verdict))"
        }
        let figures = [difference.ratio, low, high].map { decimal($0, decimals: 2) }
        let percent = decimal(Int((comparison.confidence * 100).rounded()))
        return "\(figures[0]) × (\(percent) %: \(figures[1]) to \(figures[2])): \(words(line.verdict))"
    }

    /// Why there is no interval.
    private func lack(of line: ReportComparison.Line) -> String {
        guard let first = line.first, let second = line.second else { return "a side has none" }
        let rounds = [first.rounds, second.rounds]
        guard rounds.contains(where: { $0 < comparison.fewestRounds }) else {
            return "a round that has none, or reached nothing"
        }
        return "\(rounds[0]) and \(rounds[1]) rounds, \(comparison.fewestRounds) of each are needed"
    }

    private var whole: String { words(comparison.verdict) }

    private func words(_ verdict: Verdict) -> String {
        verdict == .equal
            ? "equal within ±\(decimal(tolerancePercent, decimals: tolerancePercent == tolerancePercent.rounded() ? 0 : 1)) %"
            : verdict.rawValue
    }
}
