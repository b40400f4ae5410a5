import ArgumentParser
import Foundation

/// The command `run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the tests with each built mutant, and list the survivors.",
        discussion: "Exits with 1 where less than 90 % were killed, those apart that Survivors.txt explains.")

    @OptionGroup var options: MutantOptions

    @Option(help: "The numbers of the mutants to run; all by default.")
    var mutant: [Int] = []

    @Option(help: "The number of the first mutant to run, to continue an earlier run.")
    var from = 0

    @Flag(help: "Run only the first two selections of tests of a mutant, which kill most of them.")
    var quick = false

    @Option(help: "The number of runs at once.")
    var workers = 1

    /// The share of the mutants that must be killed.
    private static let share = 0.9

    func run() async throws {
        let mutants = try options.mutated.mutants().filter {
            $0.number >= from && (mutant.isEmpty || mutant.contains($0.number))
        }
        let explained = try Explained(package: options.package)
        let controls = Controls(folder: options.mutated.folder)
        // Alone, before other tests run at the same time.
        let shared = Set(mutants.flatMap { stages(for: $0).dropFirst() })
        for tests in shared.sorted(by: { $0.filter < $1.filter }) { _ = try await controls.patience(with: tests) }
        var tally = Tally()
        let folder = options.mutated.folder
        try await withThrowingTaskGroup(of: (Mutant, TestRun.Outcome).self) { group in
            var waiting = mutants[...]
            func startNext() {
                guard let mutant = waiting.popFirst() else { return }
                let stages = stages(for: mutant)
                group.addTask { (mutant, try await Self.judge(mutant, by: stages, in: folder, controls)) }
            }
            for _ in 0..<workers { startNext() }
            while let (mutant, outcome) = try await group.next() {
                tally.add(mutant, outcome, isExplained: explained.has(mutant.mutation))
                startNext()
            }
        }
        tally.printSummary()
        if tally.share < Self.share { throw ExitCode.failure }
    }

    /// The selections of tests for a mutant.
    private func stages(for mutant: Mutant) -> [TestSelection] {
        let stages = TestSelection.stages(for: mutant.mutation)
        return quick ? Array(stages.prefix(2)) : stages
    }

    /// Runs selections of tests with an active mutant, until one of them fails twice.
    ///
    /// A test that fails only once, or without the mutant, does not kill it.
    private static func judge(
        _ mutant: Mutant, by stages: [TestSelection], in folder: URL, _ controls: Controls
    ) async throws -> TestRun.Outcome {
        for tests in stages {
            guard let patience = try await controls.patience(with: tests) else { continue }
            let run = TestRun(folder: folder, tests: tests, mutant: mutant.number, patience: patience)
            guard try await run.outcome().isFailure else { continue }
            let again = try await run.outcome()
            if again.isFailure { return again }
        }
        return .passed(seconds: 0)
    }
}
