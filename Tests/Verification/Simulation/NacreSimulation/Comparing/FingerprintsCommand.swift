import ArgumentParser
import NacreTesting

/// The command `fingerprints`, for `compare` alone.
struct FingerprintsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerprints", abstract: "Print the fingerprint of each run.", shouldDisplay: false)

    @Option var seeds: UInt64
    @Option var first: UInt64
    @Option var scenario: Int?
    @Flag var steps = false

    func run() async throws {
        for (index, scenario) in Scenario.compared.enumerated() where self.scenario.map({ $0 == index + 1 }) ?? true {
            for seed in first..<first + seeds {
                let trace = try await Simulation.replay(
                    seed: seed, options: .init(shownSteps: steps ? .max : 0), scenario.run)
                print(ComparedRun(scenario: index + 1, seed: seed, fingerprint: trace.fingerprint).line)
                if steps { print(trace.lines.joined(separator: "\n")) }
            }
        }
    }
}

/// The path of a run in one process.
struct ComparedRun: Hashable {
    /// The number of the scenario, 1 is the first.
    let scenario: Int
    let seed: UInt64
    let fingerprint: UInt64

    var line: String { "\(scenario) \(seed) \(String(fingerprint, radix: 16))" }
}

extension ComparedRun {
    /// Reads a line; `nil` if it is not one of these.
    init?(_ line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 3, let scenario = Int(words[0]), let seed = UInt64(words[1]),
            let fingerprint = UInt64(words[2], radix: 16)
        else { return nil }
        self.init(scenario: scenario, seed: seed, fingerprint: fingerprint)
    }
}
