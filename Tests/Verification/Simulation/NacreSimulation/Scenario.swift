import Nacre
import NacreTesting

/// A simulated scenario, named by the rule that must hold.
struct Scenario: Sendable {
    let sentence: String
    let run: @Sendable (SimulationWorld) async throws -> Void

    init(_ sentence: String, _ run: @escaping @Sendable (SimulationWorld) async throws -> Void) {
        self.sentence = sentence
        self.run = run
    }

    /// The scenarios that must hold under every seed.
    static let all: [Scenario] = [
        Scenario("projections in two processes apply each event once", ProjectionScenario().run),
        Scenario("a rebuild takes its place whole", ProjectionScenario(rebuilders: 1).run),
        Scenario(
            "the newer of two program versions takes the model over, for good",
            ProjectionScenario(versions: [1, 2]).run),
        Scenario("a halted projection goes on where its event is skipped", HaltScenario().run),
        Scenario("a process manager reacts to each event once, in order", ProcessScenario().run),
        Scenario("a subscription hands out each event once, in order", SubscriptionScenario().run),
        Scenario("decisions rest on what the log holds when they are appended", DecisionScenario().run),
        Scenario("a state that is loaded with snapshots is that of the log", SnapshotScenario().run),
        Scenario("a damaged model is rebuilt, and what has taken its place stays", ProjectionScenario.damaged.run),
        Scenario(
            "of two rebuilds that meet damage, neither discards what the other has built",
            ProjectionScenario.damagedRebuilds.run),
        Scenario(
            "batches that are divided apply each event once", ProjectionScenario(commits: 4, isDivided: true).run),
    ]
}
