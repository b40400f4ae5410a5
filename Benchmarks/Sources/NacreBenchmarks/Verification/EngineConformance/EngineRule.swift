import Foundation

/// One rule that every engine keeps whose abilities it is about, so that no engine is measured doing less.
///
/// All of them are in ``all``; a test of an engine runs each in an empty folder of its own.
struct EngineRule: Sendable {
    let name: String

    /// What an engine promises that the rule is about; nothing where it is about every engine.
    let abilities: EngineAbilities

    /// Tries an engine out; throws where the rule is broken.
    let attempt: @Sendable (EngineTrial) async throws -> Void

    init(
        _ name: String, of abilities: EngineAbilities = [],
        attempt: @escaping @Sendable (EngineTrial) async throws -> Void
    ) {
        self.name = name
        self.abilities = abilities
        self.attempt = attempt
    }

    /// Whether an engine has to keep the rule.
    func concerns(_ engine: any BenchmarkEngine) -> Bool { engine.abilities.isSuperset(of: abilities) }

    static let all = writing + expecting + concurrency + reading + requesting + labelling + going + promising
}
