import Foundation

/// A rule for every engine that has the abilities concerned, so that no engine is measured doing less work.
///
/// All rules are in ``all``; a test of an engine runs each in an empty folder of its own.
struct EngineRule: Sendable {
    let name: String

    /// The abilities that the rule concerns; empty for a rule of every engine.
    let abilities: EngineAbilities

    /// Tests an engine; throws if it breaks the rule.
    let attempt: @Sendable (EngineTrial) async throws -> Void

    init(
        _ name: String, of abilities: EngineAbilities = [],
        attempt: @escaping @Sendable (EngineTrial) async throws -> Void
    ) {
        self.name = name
        self.abilities = abilities
        self.attempt = attempt
    }

    /// Whether the rule applies to an engine.
    func concerns(_ engine: any BenchmarkEngine) -> Bool { engine.abilities.isSuperset(of: abilities) }

    static let all = writing + expecting + concurrency + reading + requesting + labelling + going + promising
}
