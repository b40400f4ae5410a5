import ArgumentParser

/// What an acknowledgement is worth.
enum Durability: String, CaseIterable, Codable, Sendable {
    /// It survives power loss.
    case full

    /// A power loss may take the whole store: to measure what durability costs.
    case riskingTheWholeStore = "risking-the-whole-store"

    /// The end of the process takes the whole store: what an engine has that writes nothing, and nobody can ask for.
    case memoryOnly = "memory-only"
}

extension Durability: ExpressibleByArgument {
    /// What an engine can be told.
    static let choices: [Durability] = [.full, .riskingTheWholeStore]

    static var allValueStrings: [String] { choices.map(\.rawValue) }

    init?(argument: String) {
        guard let choice = Self.choices.first(where: { $0.rawValue == argument }) else { return nil }
        self = choice
    }
}
