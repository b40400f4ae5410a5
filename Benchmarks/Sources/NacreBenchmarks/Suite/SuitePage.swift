/// The page that a suite writes: requirements, results, and the machine.
struct SuitePage: Sendable {
    /// The result of one step.
    struct Result: Sendable {
        var call: SuitePlan.Call

        /// How it ended; `nil` if this program has not run it.
        var ending: SuiteState.Ending?

        /// Its report; one of an older program does not count.
        var report: BenchmarkReport?

        /// The report, if it is of this call.
        var ownReport: BenchmarkReport? { ending == nil ? nil : report }

        /// The warnings that affect its figures; before a later step, the machine's load comes from the suite itself.
        var warnings: [String] {
            (ownReport?.cautions ?? []).filter {
                ending?.isFirst == true || !$0.hasPrefix(MachineEnvironment.otherWork)
            }
        }
    }

    let plan: SuitePlan

    /// The program that measured; see ``ProgramStamp``.
    let program: String

    /// All steps, in order.
    let results: [Result]

    /// The reports of this program's calls, in the order of the steps.
    var reports: [BenchmarkReport] { results.compactMap(\.ownReport) }

    var text: String {
        var lines = [SuiteFolder.mark, "", "# Benchmarks", ""]
        lines += introduction
        lines += warnings
        lines += ["## Machine", ""] + environment
        for group in plan.groups {
            lines += ["", "## \(group.title)", "", group.introduction, ""]
            lines += SuiteTable(page: self, group: group).lines
        }
        lines += ["", "## Audits", ""] + audits
        lines += ["", "## Commands", "", Self.aboutCommands, "", "```sh"]
        lines += results.map { "# \($0.call.step.name)\n\($0.call.text)" }
        lines += ["```"]
        return lines.joined(separator: "\n") + "\n"
    }

    private var introduction: [String] {
        let call = (["nacre-bench", "suite"] + [plan.size.flag].compactMap(\.self)).joined(separator: " ")
        let run = results.filter { $0.ending != nil }
        let days = Set(run.compactMap(\.ending?.day)).sorted()
        let when = days.isEmpty ? "" : ", " + (Set([days[0], days[days.count - 1]]).sorted().joined(separator: " to "))
        let failed = results.filter { ![.passed, .notRun].contains(verdict(on: $0)) }
        var lines = [
            "Written by `\(call)`\(when): \(run.count) of \(results.count) steps were run"
                + (failed.isEmpty
                    ? run.isEmpty ? "." : ", and every audit passed."
                    : "; **FAILED: \(failed.map(\.call.step.name).joined(separator: ", "))**."),
            "",
        ]
        switch plan.size {
        case .quick:
            lines += ["> **A REHEARSAL: its sizes are so small that its figures mean nothing.**", ""]
        case .reduced:
            lines += [
                "> Reduced sizes: what is asked was set for those of `nacre-bench suite --full`, and is held against these "
                    + "figures as a first look.", "",
            ]
        case .full: break
        }
        return lines + [Self.howToRead, ""]
    }

    private static let howToRead = """
        Engines run in turn, in short slices; a figure is the median over the rounds, with the least and the greatest in \
        brackets and, from six rounds on, the interval that holds the median with at least 95 % confidence, which of six to \
        eight rounds is the same; a ratio is taken of slices of the same round. What was asked is held against the median: \
        the interval may reach across. After each slice the store is opened afresh and every \
        acknowledged event must be there, once, in its place: a run whose audit fails has no figures. \
        Charts, and every table, are in [index.html](index.html); [LoadTesting.md](../LoadTesting.md) says what each figure means, and how one can fool oneself with it.
        """

    private static let aboutCommands = """
        Each step by itself, from the folder whose disk is measured; `nacre-bench suite --only STEP` does the same. \
        Steps with `--stores` keep what they fill in that folder.
        """

    private var warnings: [String] {
        // The warnings differ between reports in a number; the text before it identifies the warning.
        var steps: [String: (text: String, names: [String])] = [:]
        for result in results {
            for warning in result.warnings {
                let kind = String(warning.prefix { $0 != "(" && !$0.isNumber })
                steps[kind, default: (warning, [])].names.append(result.call.step.name)
            }
        }
        var lines = steps.sorted { $0.key < $1.key }.map { _, warning in
            "> **WARNING** (\(warning.names.joined(separator: ", "))): \(markdown(withoutPaths(warning.text)))"
        }
        if machines.count > 1 {
            lines.append("> **WARNING**: not all steps were run on the same machine: believe no figure across rows")
        }
        return lines.isEmpty ? [] : lines.flatMap { [$0, ">"] }.dropLast() + [""]
    }
}

extension SuitePage {
    /// The verdict on a step.
    enum Verdict: Sendable {
        case notRun
        case passed
        case brokenPromise
        case failedAudit
        case failed

        var words: String {
            switch self {
            case .notRun: "not run"
            case .passed: "passed"
            case .brokenPromise: "**passed, a promise broken**"
            case .failedAudit: "**FAILED**"
            case .failed: "**failed**"
            }
        }
    }

    func verdict(on result: Result) -> Verdict {
        guard let ending = result.ending else { return .notRun }
        guard let report = result.report, [0, 65].contains(ending.exitCode) else { return .failed }
        guard report.runs.allSatisfy(\.audit.passed) else { return .failedAudit }
        return ending.exitCode == 0 && report.passed ? .passed : .brokenPromise
    }

    /// The overall result, in a line.
    var summary: String {
        let verdicts = results.map { verdict(on: $0) }
        let asked = results.flatMap { result in
            result.call.step.asks.filter { $0.bound != .nothing }.compactMap { ask in
                result.ownReport.flatMap(ask.quantity.reading).map { ask.bound.admits($0.value) }
            }
        }
        let failed = verdicts.count { ![.passed, .notRun].contains($0) }
        let answer =
            plan.size == .quick ? "a rehearsal" : "\(asked.count(where: \.self)) of \(asked.count) figures as asked"
        return "\(verdicts.count { $0 == .passed }) of \(verdicts.count) steps passed, \(failed) failed, \(answer)"
    }

    /// A short result of a step, for display while the suite runs.
    func lines(of call: SuitePlan.Call) -> [String] {
        guard let result = results.first(where: { $0.call.step.name == call.step.name }) else { return [] }
        let verdict = verdict(on: result)
        let time = result.ending.map { " (\(clock($0.seconds)))" } ?? ""
        guard let report = result.ownReport, verdict != .failed else {
            return [SuiteTable.failure(result) + time]
        }
        let table = SuiteTable(page: self, group: nil)
        let figures = ([SuiteTable.reached(report)] + call.step.asks.compactMap { table.inWords($0, report) })
            .filter { !$0.isEmpty }
        let broken = SuiteTable.failedChecks(report).map { "not so: \($0)" }
        return ["\(verdict.words.filter { $0 != "*" })\(time)"] + broken + figures
    }
}
