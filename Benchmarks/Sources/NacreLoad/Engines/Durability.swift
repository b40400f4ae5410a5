import ArgumentParser

/// The durability of an acknowledged append.
package enum Durability: String, CaseIterable, Codable, Sendable {
    /// The append survives power loss.
    case full

    /// A power loss can destroy the whole store; used to measure the cost of durability.
    case unsynced = "risking-the-whole-store"

    /// The store is lost when the process ends; the level of engines that write nothing. It cannot be requested.
    case memoryOnly = "memory-only"
}

extension Durability: ExpressibleByArgument {
    /// The levels that can be requested.
    static let choices: [Durability] = [.full, .unsynced]

    package static var allValueStrings: [String] { choices.map(\.rawValue) }

    package init?(argument: String) {
        guard let choice = Self.choices.first(where: { $0.rawValue == argument }) else { return nil }
        self = choice
    }
}
