import ArgumentParser
import NacreTesting

/// Runs concurrent code in orders that seeds determine.
@main
struct NacreSimulation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreSimulation",
        abstract: "Run projections, process managers, subscriptions, decisions and snapshots in seeded orders.",
        subcommands: [RunCommand.self, CompareCommand.self, FingerprintsCommand.self],
        defaultSubcommand: RunCommand.self)
}

/// The command `run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the scenarios under many seeds, and look for the planted races.",
        discussion: "Ends at the first seed that fails, which --scenario and --first replay with --seeds 1.")

    @Option(help: "The number of seeds for each scenario.")
    var seeds: UInt64 = 10_000

    @Option(help: "The first seed.")
    var first: UInt64 = 0

    @Option(help: "Run only the scenario with this number, from 1, without the planted races.")
    var scenario: Int?

    func validate() throws {
        guard scenario.map({ (1...Scenario.all.count).contains($0) }) ?? true else {
            throw ValidationError("--scenario is 1 to \(Scenario.all.count)")
        }
        guard !first.addingReportingOverflow(seeds).overflow else {
            throw ValidationError("--first and --seeds go beyond \(UInt64.max)")
        }
    }

    func run() async throws {
        for (index, scenario) in Scenario.all.enumerated() where self.scenario.map({ $0 == index + 1 }) ?? true {
            let (begin, steps, fingerprint) = try await passing(scenario, number: index + 1)
            let seconds = begin.duration(to: .now) / .seconds(1)
            let rate = Int(Double(seeds) / max(seconds, 0.001))
            print(
                "\(index + 1). \(scenario.sentence): \(seeds) seeds, \(steps) steps, \(rate) seeds/s, fingerprint "
                    + String(fingerprint, radix: 16))
        }
        guard scenario == nil else { return }
        for race in Scenario.planted {
            guard let failure = try await Simulation.firstFailure(seeds: 0..<1_000, race.run) else {
                print("planted: \(race.sentence): not found")
                throw ExitCode.failure
            }
            print("planted: \(race.sentence): found by seed \(failure.seed)")
        }
    }

    /// Runs a scenario under all seeds.
    private func passing(
        _ scenario: Scenario, number: Int
    ) async throws -> (begin: ContinuousClock.Instant, steps: UInt64, fingerprint: UInt64) {
        let begin = ContinuousClock.now
        let runs = try await SeedRuns(of: scenario, under: first..<first + seeds)
        if let failure = runs.failure {
            print("\(number). \(scenario.sentence):\n\(failure)")
            print("repeat it: NacreSimulation --scenario \(number) --first \(failure.seed) --seeds 1")
            throw ExitCode.failure
        }
        return (begin, runs.steps, runs.fingerprint)
    }
}
