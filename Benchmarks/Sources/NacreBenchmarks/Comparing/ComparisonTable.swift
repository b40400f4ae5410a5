import ArgumentParser
import Foundation

/// A comparison as text: both sides, then a line for each figure.
struct ComparisonTable {
    let comparison: ReportComparison
    let tolerancePercent: Double

    var sides: [ComparedSide] = []

    var lines: [String] {
        sides.map(\.line) + comparison.lines.map(text) + comparison.notes.map { "WARNING: \($0)" }
            + ["", "overall: \(words(comparison.verdict))"]
    }

    /// Prints the table.
    ///
    /// - Throws: `ExitCode` unless nothing is slower or undecided.
    func finish() throws {
        for line in lines { print(line) }
        let code = comparison.verdict.exitCode
        guard code == 0 else { throw ExitCode(code) }
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
        let ratio = decimal(difference.ratio, decimals: 2)
        guard let low = difference.low, let high = difference.high else {
            return "\(ratio) × (medians only: turns on one store are not independent): \(words(line.verdict))"
        }
        let percent = decimal(Int((comparison.confidence * 100).rounded()))
        let interval = [low, high].map { decimal($0, decimals: 2) }.joined(separator: " to ")
        return "\(ratio) × (\(percent) %: \(interval)): \(words(line.verdict))"
    }

    private func lack(of line: ReportComparison.Line) -> String {
        guard let first = line.first, let second = line.second else { return "one report lacks it" }
        let rounds = [first.rounds, second.rounds]
        guard rounds.contains(where: { $0 < comparison.fewestRounds }) else { return "a round has no value, or zero" }
        return "\(rounds[0]) and \(rounds[1]) rounds, each side needs \(comparison.fewestRounds)"
    }

    private func words(_ verdict: Verdict) -> String {
        let isWhole = tolerancePercent == tolerancePercent.rounded()
        return verdict == .equal
            ? "equal within ±\(decimal(tolerancePercent, decimals: isWhole ? 0 : 1)) %" : verdict.rawValue
    }
}

struct ComparedSide: Sendable {
    /// Its name in verdicts and figures: `first` or `second`.
    var name: String

    /// Its source: a file, or a program and its options.
    var source: String

    var report: BenchmarkReport

    /// The side in a line: its source, its rounds, the durability, and the machine.
    var line: String {
        let environment = report.environment
        let rounds = Set(report.runs.map(\.parameters.runs)).sorted().map(decimal).joined(separator: " and ")
        let durabilities = Set(report.runs.map(\.durability.rawValue)).sorted().joined(separator: " and ")
        let parts = [
            rounds == "1" ? "1 round" : "\(rounds) rounds", "durability \(durabilities)",
            environment.mountedFileSystem, environment.kernel, environment.program.map { "program \($0)" },
            report.measuredAt.map { "measured \(Date(timeIntervalSince1970: $0).ISO8601Format())" },
        ]
        return "\(name): \(source): \(parts.compactMap(\.self).joined(separator: ", "))"
    }
}
