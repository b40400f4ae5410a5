import ArgumentParser
import Foundation
import MicroBenchmarks

/// The command `count`.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Count instructions under callgrind, and say what got dearer.",
        discussion: """
            Each benchmark runs in a process of its own under valgrind's callgrind, with Swift's hashing unseeded, and \
            is held against the count that is stored for it. A stored count holds for one compiler and one \
            architecture: under others nothing is judged.

            EXIT CODES
              0   nothing got dearer
              1   any other failure
              2   something got dearer
              3   nothing got dearer as far as is known, but something has no stored count that holds here
              64  the call is wrong
              65  the file of stored counts is none
              74  a file cannot be read or written
            """)

    @Option(help: ArgumentHelp("The file of stored counts.", valueName: "file"))
    var thresholds: String

    @Option(help: ArgumentHelp("What compiled the program, in full; counts hold for it alone.", valueName: "name"))
    var compiler: String

    @Flag(help: "Store what is counted, instead of judging it.")
    var update = false

    @Option(help: "How much more a count may be, in percent, where --update stores it.")
    var tolerancePercent = 2.0

    @Argument(help: "Which benchmarks; all where none is named.")
    var names: [String] = []

    func validate() throws {
        _ = try benchmarks(named: names)
        guard tolerancePercent > 0, tolerancePercent < 100 else {
            throw ValidationError("--tolerance-percent is above 0 and below 100, not \(tolerancePercent)")
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
        case .dearer: throw ExitCode(2)
        case .unknown: throw ExitCode(3)
        }
    }
}
