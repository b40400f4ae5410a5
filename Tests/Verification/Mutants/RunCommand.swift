import ArgumentParser
import Foundation

/// The command `run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the tests with each of the mutants that were built, and list the survivors.",
        discussion: "Exits with 1 where less than 90 % were killed, those apart that Survivors.txt explains.")

    @OptionGroup var options: MutantOptions

    @Option(help: "The numbers of the mutants to run; all of them where none is given.")
    var mutant: [Int] = []

    @Option(help: "The number of the first mutant to run, where a run was ended before.")
    var from = 0

    @Option(help: "How many runs there are at once.")
    var workers = 1

    /// The share of the mutants that must be killed.
    private static let share = 0.9

    func run() async throws {
        let mutants = try options.mutated.mutants().filter {
            $0.number >= from && (mutant.isEmpty || mutant.contains($0.number))
        }
        let explained = try Explained(package: options.package)
        var patience: [TestSelection: Double] = [:]
        for target in Set(mutants.map(\.mutation.target)).sorted() {
            for tests in TestSelection.stages(ofTarget: target) where patience[tests] == nil {
                patience[tests] = try await self.patience(tests)
            }
        }
        var tally = Tally()
        let folder = options.mutated.folder
        let patiences = patience
        try await withThrowingTaskGroup(of: (Mutant, TestRun.Outcome).self) { group in
            var waiting = mutants[...]
            func startNext() {
                guard let mutant = waiting.popFirst() else { return }
                group.addTask { (mutant, try await Self.judge(mutant, in: folder, patiences)) }
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

    /// Three times what the tests take with no mutant active.
    private func patience(_ tests: TestSelection) async throws -> Double {
        let run = TestRun(folder: options.mutated.folder, tests: tests, mutant: nil, patience: 3_600)
        let outcome = try await run.outcome()
        guard case .passed(let seconds) = outcome else {
            throw MutantError("\(tests.filter): the tests fail with no mutant active: \(outcome)")
        }
        print("\(tests.filter): \(Int(seconds)) s with no mutant active")
        fflush(nil)
        return 3 * seconds + 30
    }

    private static func judge(
        _ mutant: Mutant, in folder: URL, _ patience: [TestSelection: Double]
    ) async throws -> TestRun.Outcome {
        var last = TestRun.Outcome.passed(seconds: 0)
        // The first stage is part of the others, and takes no longer.
        let longest = patience.values.max() ?? 3_600
        for tests in TestSelection.stages(for: mutant.mutation) {
            let run = TestRun(
                folder: folder, tests: tests, mutant: mutant.number, patience: patience[tests] ?? longest)
            last = try await run.outcome()
            switch last {
            case .passed, .empty: continue
            case .failed, .crashed, .endless: return last
            }
        }
        return last
    }
}
