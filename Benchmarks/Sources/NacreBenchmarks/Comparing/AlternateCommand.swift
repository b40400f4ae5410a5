import ArgumentParser
import Foundation

/// The command `alternate`.
struct AlternateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alternate",
        abstract: "Say whether one build of this program is faster or slower than another, by running them in turns.",
        discussion: """
            Behind -- stand a workload and its options. In every round each program runs it once, in a process of its \
            own, one right behind the other, and they take turns in who comes first; one round before them warms up and \
            is left out. A run is one sample, the median of its slices, and a round one ratio of two: what the machine \
            does for longer than a round meets both and leaves the ratio as it is. Told are the median of the ratios \
            and the interval in which it lies with at least 99 %, whatever their distribution (sign test). It is equal \
            where all of the interval lies within the tolerance, faster or slower where all of it lies beyond, and \
            undecided otherwise.

            Use it wherever two programs are compared. compare, on reports that were measured one after the other, takes \
            for a difference of the programs what the machine did meanwhile, and can call the very same program slower \
            or faster. Choose the number of rounds before the first, and leave it: who adds rounds until the verdict \
            pleases gets any verdict.

            EXAMPLES
              nacre-bench alternate --first old/nacre-bench --second new/nacre-bench -- decode --engine nacre --runs 1
              nacre-bench alternate --first a --second b --rounds 20 --json-second b.json -- append --engine nacre
              nacre-bench alternate --first a --second a --second-options '--seed 2' -- replay --engine nacre

            EXIT CODES
              0   the second program is not slower
              2   it is slower
              3   it is not known to be slower, but something is undecided
              64  the call is wrong
              65  a report means nothing, or is of other work; an audit failed
            Where a program fails, with its exit code.
            """)

    @Option(help: ArgumentHelp("The program that is the measure.", valueName: "program"))
    var first: String

    @Option(help: ArgumentHelp("The program that is judged; it may be the same.", valueName: "program"))
    var second: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What the first is told beside the workload, words apart by spaces.", valueName: "words"))
    var firstOptions = ""

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What the second is told beside the workload, words apart by spaces.", valueName: "words"))
    var secondOptions = ""

    @Option(help: "Rounds that count, an even number, so that both come first equally often.")
    var rounds = 12

    @Option(help: "What difference does not matter, in percent.")
    var tolerancePercent = 10.0

    @Option(help: ArgumentHelp("Write what the first measured to a file, as compare takes it.", valueName: "file"))
    var jsonFirst: String?

    @Option(help: ArgumentHelp("Write what the second measured to a file, as compare takes it.", valueName: "file"))
    var jsonSecond: String?

    @Argument(parsing: .postTerminator, help: "The workload and its options.")
    var workload: [String] = []

    func validate() throws {
        guard rounds >= MedianRatio.fewestPairs, rounds.isMultiple(of: 2) else {
            throw ValidationError(
                "--rounds is an even number of at least \(MedianRatio.fewestPairs), this is \(rounds): fewer cannot "
                    + "give an interval of 99 %")
        }
        guard tolerancePercent > 0, tolerancePercent < 100 else {
            throw ValidationError("--tolerance-percent is above 0 and below 100, not \(tolerancePercent)")
        }
        guard let name = workload.first, !name.hasPrefix("-") else {
            throw ValidationError("behind -- stand a workload and its options, as in -- decode --engine nacre")
        }
        guard !workload.contains(where: { $0 == "--json" || $0.hasPrefix("--json=") }) else {
            throw ValidationError("the workload's --json is needed here: use --json-first and --json-second")
        }
    }

    func run() async throws {
        for program in [first, second] where !FileManager.default.isExecutableFile(atPath: program) {
            throw ValidationError("\(program) is no program that can be run: name two builds of nacre-bench by path")
        }
        do {
            try await alternate()
        } catch let error as HarnessError {
            standardError("nacre-bench: \(error)")
            throw ExitCode(error.kind.rawValue)
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
        for line in table.lines { print(line) }
        for (side, path) in zip(table.sides, [jsonFirst, jsonSecond]) {
            if let path { try ReportFile.write(side.report, to: path) }
        }
        let code = table.comparison.verdict.exitCode
        guard code == 0 else { throw ExitCode(code) }
    }

    /// Compares the rounds: each program's rounds form one report on its side.
    func table(of alternated: AlternatedRounds) throws(HarnessError) -> ComparisonTable {
        let comparison = try ReportComparison(of: alternated, within: tolerancePercent / 100)
        let measured = [alternated.rounds.map(\.first), alternated.rounds.map(\.second)]
        let sides = zip(programs, measured).compactMap { program, reports in
            BenchmarkReport.merged(reports, command: ReportFile.command).map {
                ComparedSide(name: program.name, source: program.description, report: $0)
            }
        }
        return ComparisonTable(comparison: comparison, tolerancePercent: tolerancePercent, sides: sides)
    }

    private var programs: [MeasuringProgram] {
        [program("first", first, firstOptions), program("second", second, secondOptions)]
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
            let which = round == 0 ? "warm-up" : "round \(round) of \(rounds)"
            let rates = [first, second].map { report in
                report.runs.compactMap(\.eventsPerSecond?.median).map { decimal(Int($0)) }.joined(separator: ", ")
            }
            progress.note("\(which)  first: \(rates[0])  second: \(rates[1]) events/s")
            guard round > 0 else { continue }
            try alternated.add(.init(first: first, second: second))
        }
        return alternated
    }

    private func program(_ name: String, _ path: String, _ options: String) -> MeasuringProgram {
        MeasuringProgram(
            name: name, executable: URL(fileURLWithPath: path), options: options.split(separator: " ").map(String.init))
    }
}

extension MeasuringProgram: CustomStringConvertible {
    /// The program's command line without the workload.
    var description: String { ([executable.path] + options).joined(separator: " ") }
}
