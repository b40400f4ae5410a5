import ArgumentParser

/// What an acknowledgement is worth.
enum Durability: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// It survives power loss.
    case full

    /// A power loss may take the whole store: to measure what durability costs.
    case riskingTheWholeStore = "risking-the-whole-store"
}
