/// The pages that a suite writes: `README.md` with the answers and the machine, `index.html` with the charts too.
struct SuitePage: Sendable {
    struct Result: Sendable {
        var call: SuitePlan.Call

        var ending: SuiteState.Ending?

        /// Its report; one of an older program does not count.
        var report: BenchmarkReport?

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
    let results: [Result]

    var text: String {
        var parts = [SuiteFolder.mark, "# Benchmarks", introduction] + notes.map { "> \($0)" } + [Self.howToRead]
        parts += warnings.map { "> **WARNING** \(markdown($0))" }
        for group in plan.groups {
            parts += ["## \(group.title)", group.introduction, answers(of: group, page: "index.html").markdown]
        }
        parts += ["## Machine", environment.markdown]
        parts += ["## Audits", audits.markdown] + failures.map { "- \(markdown($0))" }
        parts += ["## Commands", Self.aboutCommands]
        parts.append("```sh\n\(results.map { "# \($0.call.step.name)\n\($0.call.text)" }.joined(separator: "\n"))\n```")
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// The page with the answers, and the charts and figures of each step.
    var charts: ReportPage {
        let sections = results.compactMap { result in
            result.ownReport.map { report in
                ReportSection(
                    report: report, id: result.call.step.name,
                    heading: "\(result.call.step.name): \(result.call.step.question)", isCompact: true)
            }
        }
        let answers = plan.groups.map { (note: $0.introduction, table: self.answers(of: $0, page: "")) }
        return ReportPage(
            title: "Benchmarks", verdict: summary, passed: !results.contains { verdict(on: $0).isFailure },
            notes: [introduction.filter { $0 != "`" }] + notes, warnings: warnings,
            answers: answers + [(note: "", table: environment)], sections: sections)
    }

    private var introduction: String {
        let call = (["nacre-bench", "suite"] + [plan.size.flag].compactMap(\.self)).joined(separator: " ")
        let run = results.filter { $0.ending != nil }
        let days = run.compactMap(\.ending?.day)
        let when = Set([days.min(), days.max()].compactMap(\.self)).sorted().joined(separator: " to ")
        let failed = results.filter { verdict(on: $0).isFailure }.map(\.call.step.name)
        let outcome =
            !failed.isEmpty
            ? "; FAILED: \(failed.joined(separator: ", "))." : run.isEmpty ? "." : ", and every audit passed."
        return
            "Written by `\(call)`\(when.isEmpty ? "" : ", \(when)"): \(run.count) of \(results.count) steps were run\(outcome)"
    }

    private var notes: [String] {
        switch plan.size {
        case .quick: ["QUICK SIZES: they are so small that the figures mean nothing."]
        case .reduced:
            ["Reduced sizes: the bounds are those of `nacre-bench suite --full`, so the verdicts are provisional."]
        case .full: []
        }
    }

    private static let howToRead = """
        Engines run in turn, in short slices. A figure is the median of the rounds. In brackets: the minimum, the maximum \
        and, from six rounds on, the interval that contains the median with at least 95 % confidence (with six to eight \
        rounds it is the range). A ratio is of slices of the same round. A verdict compares the median with the bound. \
        After each slice the store is opened again, and every acknowledged event must be there once, at its position; a \
        run whose audit fails has no figures. [index.html](index.html) has the charts and the other figures; \
        [LoadTesting.md](../LoadTesting.md) explains each figure and the usual mistakes.
        """

    private static let aboutCommands = """
        Run a command in a folder on the measured disk, or use `nacre-bench suite --only STEP`. Steps with `--stores` keep \
        the filled stores in that folder.
        """

    /// The warnings of all steps; those that differ only in a number are one.
    private var warnings: [String] {
        var steps: [String: (text: String, names: [String])] = [:]
        for result in results {
            for warning in result.warnings {
                let kind = String(warning.prefix { $0 != "(" && !$0.isNumber })
                steps[kind, default: (warning, [])].names.append(result.call.step.name)
            }
        }
        let warnings = steps.sorted { $0.key < $1.key }.map { _, warning in
            "(\(warning.names.joined(separator: ", "))): \(withoutPaths(warning.text))"
        }
        let isOneMachine = Set(results.compactMap(\.ownReport?.environment).map(\.machine)).count <= 1
        return warnings
            + (isOneMachine ? [] : ["the steps ran on different machines: do not compare figures of two steps"])
    }

    private var environment: FigureTable {
        let reports = results.compactMap(\.ownReport)
        func all(_ value: (MachineEnvironment) -> String) -> String {
            var values: [String] = []
            for value in reports.map({ value($0.environment) }) where !values.contains(value) { values.append(value) }
            return values.joined(separator: "; ")
        }
        let syncs = reports.flatMap { [$0.diskProbe.before.syncsPerSecond, $0.diskProbe.after.syncsPerSecond] }
        let loads = results.filter { $0.ending?.isFirst == true }.compactMap(\.ownReport).map {
            decimal($0.environment.loadAverage, decimals: 1)
        }
        return FigureTable(
            "Machine",
            [
                ("processor", all { "\($0.cpu), \($0.cores) cores" }),
                ("memory", all { decimal(Double($0.memoryBytes) / 1_073_741_824, decimals: 1) + " GiB" }),
                ("kernel", all(\.kernel)), ("file system", all(\.mountedFileSystem)),
                (
                    "disk without a load, writes of 4 KiB with a sync each",
                    "\(decimal(syncs.min() ?? 0, decimals: 0)) to \(decimal(syncs.max() ?? 0, decimals: 0)) per second"
                ),
                ("libraries", all { "\($0.lmdb), xxHash \($0.xxhash), SQLite \($0.sqlite)" }),
                ("build", all { "\($0.buildConfiguration), Swift \($0.swift)" }), ("program", program),
                ("load average before the first step", loads.joined(separator: "; ")),
            ])
    }

    private var audits: FigureTable {
        FigureTable(
            caption: "Audits",
            columns: ["step", "durability", "checks, of all engines", "promises", "verdict", "took"],
            rows: results.map { result in
                let runs = result.ownReport?.runs ?? []
                let durability = Set(runs.map(\.durability.rawValue)).sorted().joined(separator: ", ")
                let counts = [runs.reduce(0) { $0 + $1.audit.checks.count }, runs.reduce(0) { $0 + $1.promises.count }]
                let verdict = verdict(on: result)
                return FigureTable.Row(
                    cells: [result.call.step.name, durability] + counts.map(decimal)
                        + [verdict.rawValue, result.ending.map { clock($0.seconds) } ?? "–"],
                    isFailure: verdict.isFailure)
            })
    }

    private var failures: [String] {
        results.flatMap { result in
            (result.ownReport?.failedChecks ?? []).map { "\(result.call.step.name): \($0)" }
        }
    }
}

extension SuitePage {
    /// The page of the reports in a folder that a program made.
    init(plan: SuitePlan, folder: SuiteFolder, state: SuiteState, program: String) {
        self.init(
            plan: plan, program: program,
            results: plan.calls.map { call in
                Result(call: call, ending: state.ending(of: call, by: program), report: folder.report(of: call))
            })
    }
}

extension MachineEnvironment {
    /// The attributes that identify a machine.
    fileprivate var machine: [String] { [cpu, "\(cores)", kernel, mountedFileSystem] }
}
