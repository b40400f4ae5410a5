import ArgumentParser
import Foundation

struct AlternateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alternate",
        abstract: "Compare two builds of this program by running them in turns.",
        discussion: """
            Give a workload and its options after --. In every round, each program runs the workload once, in a \
            process of its own, one directly after the other, in alternating order; a warm-up round precedes them. A \
            run is one sample, the median of its slices; a round is one ratio. A disturbance of the machine that lasts \
            longer than a round affects both programs and leaves the ratio unchanged. The output is the median of the \
            ratios with the interval that contains it with at least 99 % confidence, without assuming a distribution \
            (sign test). A figure is equal if the whole interval is within the tolerance, faster or slower if the \
            whole interval is beyond it, and undecided otherwise.

            Use it to compare two programs. compare, on reports measured one after the other, attributes changes of the \
            machine to the programs, and can call identical programs slower or faster. Choose the number of rounds before \
            the first one: adding rounds until the verdict suits you invalidates the verdict.

            EXAMPLES
              nacre-bench alternate --first old/nacre-bench --second new/nacre-bench -- decode --engine nacre --runs 1
              nacre-bench alternate --first a --second b --rounds 20 --json-second b.json -- append --engine nacre
              nacre-bench alternate --first a --second a --second-options '--seed 2' -- replay --engine nacre

            EXIT CODES
              0   the second program is not slower
              2   the second program is slower
              3   undecided
              64  invalid arguments
              65  a report is not comparable or of other work, or an audit failed
            If a program fails, the exit code is that of the program.
            """)

    @Option(help: ArgumentHelp("The reference program.", valueName: "program"))
    var first: String

    @Option(help: ArgumentHelp("The program to compare with it; it may be the same.", valueName: "program"))
    var second: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Further options of the first program, separated by spaces.", valueName: "words"))
    var firstOptions = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Further options of the second program, separated by spaces.", valueName: "words"))
    var secondOptions = ""

    @Option(help: "Counted rounds, an even number, so that both programs run first equally often.")
    var rounds = 12

    @Option(help: "Differences within this percentage count as equal.")
    var tolerancePercent = 10.0

    @Option(help: ArgumentHelp("Write the first program's report, as an input of compare.", valueName: "file"))
    var jsonFirst: String?

    @Option(help: ArgumentHelp("Write the second program's report, as an input of compare.", valueName: "file"))
    var jsonSecond: String?

    @Argument(parsing: .postTerminator, help: "The workload and its options.")
    var workload: [String] = []

    func validate() throws {
        try require(
            rounds >= MedianRatio.fewestPairs && rounds.isMultiple(of: 2),
            "--rounds must be even and at least \(MedianRatio.fewestPairs), not \(rounds): fewer rounds have no "
                + "interval of 99 %")
        try requireTolerance(tolerancePercent)
        guard let name = workload.first, !name.hasPrefix("-") else {
            throw ValidationError("give a workload and its options after --, as in -- decode --engine nacre")
        }
        try require(
            !workload.contains(where: { $0 == "--json" || $0.hasPrefix("--json=") }),
            "the workload's --json is used internally: use --json-first and --json-second")
    }

    func run() async throws {
        for program in [first, second] where !FileManager.default.isExecutableFile(atPath: program) {
            throw ValidationError("\(program) is not executable: name two builds of nacre-bench by path")
        }
        do {
            try await alternate()
        } catch let error as HarnessError {
            throw error.reported
        }
    }

    private func alternate() async throws {
        for path in [jsonFirst, jsonSecond] { if let path { try ReportFile.requireWritable(path) } }
        let workspace = try Workspace(below: FileManager.default.temporaryDirectory)
        let cleanup = InterruptCleanup(of: workspace)
        defer { withExtendedLifetime(cleanup) {} }
        let outcome: Result<AlternatedRounds, any Error>
        do {
            outcome = .success(try await measure(programs, in: workspace))
        } catch {
            outcome = .failure(error)
        }
        await cleanup.giveWay()
        try workspace.remove()
        let alternated = try outcome.get()

        let table = try table(of: alternated)
        print("\(rounds) rounds of \(workload.joined(separator: " "))")
        for (side, path) in zip(table.sides, [jsonFirst, jsonSecond]) {
            if let path { try ReportFile.write(side.report, to: path) }
        }
        try table.finish()
    }

    /// Compares the rounds: each program's rounds form one report on its side.
    func table(of alternated: AlternatedRounds) throws(HarnessError) -> ComparisonTable {
        let comparison = try ReportComparison(of: alternated, within: tolerancePercent / 100)
        let measured = [alternated.rounds.map(\.first), alternated.rounds.map(\.second)]
        let sides = zip(programs, measured).compactMap { program, reports in
            BenchmarkReport.merged(reports, command: ReportFile.command).map {
                ComparedSide(
                    name: program.name, source: ([program.executable.path] + program.options).joined(separator: " "),
                    report: $0)
            }
        }
        return ComparisonTable(comparison: comparison, tolerancePercent: tolerancePercent, sides: sides)
    }

    private var programs: [MeasuringProgram] {
        [("first", first, firstOptions), ("second", second, secondOptions)].map { name, path, options in
            MeasuringProgram(
                name: name, executable: URL(fileURLWithPath: path),
                options: options.split(separator: " ").map(String.init))
        }
    }

    private func measure(_ programs: [MeasuringProgram], in workspace: Workspace) async throws -> AlternatedRounds {
        let progress = Progress.onTerminal(wanted: true)
        var alternated = AlternatedRounds()
        for round in 0...rounds {
            let order = AlternatedRounds.secondBegins(round: round) ? [1, 0] : [0, 1]
            var reports: [Int: BenchmarkReport] = [:]
            for index in order {
                reports[index] = try await programs[index].measure(workload, in: workspace.folder)
            }
            guard let first = reports[0], let second = reports[1] else { continue }
            let rates = [first, second].map { report in
                report.runs.compactMap(\.eventsPerSecond?.median).map { decimal(Int($0)) }.joined(separator: ", ")
            }
            let turn = Turn(run: round, of: rounds)
            progress.note(turn.step("first: \(rates[0])  second: \(rates[1]) events/s"))
            if !turn.isWarmUp { try alternated.add(.init(first: first, second: second)) }
        }
        return alternated
    }
}

func requireTolerance(_ percent: Double) throws {
    try require(percent > 0 && percent < 100, "--tolerance-percent must be above 0 and below 100, not \(percent)")
}
