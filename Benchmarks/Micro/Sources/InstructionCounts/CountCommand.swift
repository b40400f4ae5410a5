import ArgumentParser
import Foundation
import MicroBenchmarks

/// The command `count`.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count instructions under callgrind, and check the performance budgets.",
        discussion: """
            Each benchmark runs in its own process under valgrind's callgrind, with deterministic hashing. Its count \
            is compared with the stored one. Stored counts are valid for one compiler and one architecture; for \
            others nothing is judged.

            EXIT CODES
              0   every count is within its budget
              1   any other failure
              2   a count exceeds its budget
              3   no count exceeds its budget, but one has no stored count for this compiler and architecture
              64  invalid arguments
              65  the file of stored counts is malformed
              74  a file cannot be read or written
            """)

    @Option(help: ArgumentHelp("The file of stored counts.", valueName: "file"))
    var thresholds: String

    @Option(help: ArgumentHelp("The full version of the compiler that built this program.", valueName: "name"))
    var compiler: String

    @Flag(help: "Store the counts instead of judging them.")
    var update = false

    @Option(help: "With --update: by how many percent a later count may exceed the stored one.")
    var tolerancePercent = 2.0

    @Argument(help: "The benchmarks to count; all by default.")
    var names: [String] = []

    func validate() throws {
        _ = try benchmarks(named: names)
        guard tolerancePercent > 0, tolerancePercent < 100 else {
            throw ValidationError("--tolerance-percent must be above 0 and below 100; it is \(tolerancePercent)")
        }
    }

    func run() throws {
        do {
            let place = BuildPlace(architecture: BuildPlace.machine, compiler: compiler)
            var stored = try StoredCounts.read(thresholds) ?? StoredCounts(place: place)
            let wanted = try benchmarks(named: names)
            var counts: [InstructionCount] = []
            for benchmark in wanted {
                FileHandle.standardError.write(Data("counting \(benchmark.name)\n".utf8))
                counts.append(try Callgrind().count(benchmark))
            }
            guard update else { return try judge(counts, by: stored, at: place) }
            if stored.place != place { stored = StoredCounts(place: place) }
            for count in counts { stored.store(count, tolerancePercent: tolerancePercent) }
            if names.isEmpty { stored.keep(only: counts.map(\.name)) }
            try stored.write(thresholds)
            for count in counts { print("\(count.name): \(count.text), stored") }
        } catch let error as CountingError {
            FileHandle.standardError.write(Data("nacre-micro: \(error)\n".utf8))
            throw ExitCode(error.exitCode)
        }
    }

    private func judge(_ counts: [InstructionCount], by stored: StoredCounts, at place: BuildPlace) throws {
        let judgement = CountJudgement(of: counts, by: stored, at: place)
        for line in judgement.lines { print(line) }
        switch judgement.verdict {
        case .same, .cheaper: return
        case .exceeded: throw ExitCode(2)
        case .unknown: throw ExitCode(3)
        }
    }
}
