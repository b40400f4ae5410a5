/// The comparison of counts with the stored ones.
struct CountJudgement: Hashable, Sendable {
    // BENCH-06: Micro-benchmarks are held to counted instructions.

    /// The verdict on a count.
    enum Verdict: String, Sendable {
        /// Above the stored count and its tolerance.
        case exceeded

        /// No valid count is stored for this build.
        case unknown

        /// Within the tolerance.
        case same

        /// Below the tolerance.
        case cheaper
    }

    /// One benchmark.
    struct Line: Hashable, Sendable {
        var count: InstructionCount
        var stored: Double?
        var verdict: Verdict
    }

    private var judged: [Line]
    private var notes: [String] = []

    /// Judges counts.
    ///
    /// - Parameters:
    ///   - counts: The new counts.
    ///   - stored: The stored counts.
    ///   - place: The architecture and compiler of the counted program.
    init(of counts: [InstructionCount], by stored: StoredCounts, at place: BuildPlace) {
        let holds = stored.place == place
        judged = counts.map { count in
            // A benchmark whose unit changed has no comparable count.
            guard holds, let known = stored.counts[count.name], known.unit == count.unit, known.perUnit > 0 else {
                return Line(count: count, stored: nil, verdict: .unknown)
            }
            let tolerance = known.perUnit * known.tolerancePercent / 100
            let verdict: Verdict =
                count.perUnit > known.perUnit + tolerance
                ? .exceeded : count.perUnit < known.perUnit - tolerance ? .cheaper : .same
            return Line(count: count, stored: known.perUnit, verdict: verdict)
        }
        if !holds {
            notes.append(
                "the stored counts hold for \(stored.place.compiler) on \(stored.place.architecture), this is "
                    + "\(place.compiler) on \(place.architecture): nothing is judged; store counts of the commit before "
                    + "with --update, then count this one")
        } else if judged.contains(where: { $0.verdict == .unknown }) {
            notes.append("benchmarks without a stored count are not judged: store one with --update")
        }
        if judged.contains(where: { $0.verdict == .cheaper }) {
            notes.append("a lower count is not a budget until it is stored: store it with --update")
        }
    }

    /// The worst verdict of all lines.
    var verdict: Verdict {
        let verdicts = judged.map(\.verdict)
        for verdict in [Verdict.exceeded, .unknown] where verdicts.contains(verdict) { return verdict }
        return .same
    }

    /// The lines of a table, as text.
    var lines: [String] {
        let rows =
            [["benchmark", "instructions", "stored", "change", "verdict"]]
            + judged.map { line in
                [
                    "\(line.count.name), per \(line.count.unit)", InstructionCount.text(line.count.perUnit),
                    line.stored.map(InstructionCount.text) ?? "-",
                    line.stored.map { Self.change(line.count.perUnit / $0) } ?? "-", line.verdict.rawValue,
                ]
            }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "  ")
        }
        return table + notes.map { "NOTE: \($0)" }
    }

    /// A ratio as a change in percent: `+30.0 %`.
    private static func change(_ ratio: Double) -> String {
        let tenths = Int(((ratio - 1) * 1000).rounded())
        return "\(tenths < 0 ? "-" : "+")\(tenths.magnitude / 10).\(tenths.magnitude % 10) %"
    }
}
