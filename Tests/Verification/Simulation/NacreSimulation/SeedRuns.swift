import Foundation
import NacreTesting

/// The runs of a scenario under many seeds, in parallel on all processors.
struct SeedRuns: Sendable {
    private(set) var steps: UInt64 = 0

    /// A hash of the fingerprints of all runs.
    private(set) var fingerprint: UInt64 = 0

    /// The failure of the first seed that fails.
    private(set) var failure: SimulationFailure?

    private init() {}

    /// Runs a scenario under all seeds, or up to the first that fails.
    init(of scenario: Scenario, under seeds: Range<UInt64>) async throws {
        let count = UInt64(max(1, ProcessInfo.processInfo.activeProcessorCount))
        let failing = Shared(seeds.upperBound)
        try await withThrowingTaskGroup(of: SeedRuns.self) { group in
            for worker in 0..<count {
                group.addTask {
                    var runs = SeedRuns()
                    for seed in seeds where seed % count == worker {
                        // Seeds after a failed one are not run.
                        guard seed < failing.value else { break }
                        try await runs.add(scenario, seed)
                        if runs.failure != nil { failing.change { $0 = min($0, seed) } }
                    }
                    return runs
                }
            }
            for try await runs in group { add(runs) }
        }
    }

    private mutating func add(_ scenario: Scenario, _ seed: UInt64) async throws {
        do {
            let trace = try await Simulation.replay(
                seed: seed, test: "what a scenario says holds under every seed", scenario.run)
            steps += trace.steps
            fingerprint &+= trace.fingerprint
        } catch let failure as SimulationFailure {
            self.failure = failure
        }
    }

    private mutating func add(_ other: SeedRuns) {
        steps += other.steps
        fingerprint &+= other.fingerprint
        guard let found = other.failure else { return }
        if failure.map({ found.seed < $0.seed }) ?? true { failure = found }
    }
}
