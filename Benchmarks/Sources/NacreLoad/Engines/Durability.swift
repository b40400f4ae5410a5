import ArgumentParser

/// The durability of an acknowledged append.
package enum Durability: String, CaseIterable, Codable, Sendable {
    /// The append survives power loss.
    case full

    /// A power loss can destroy the whole store; used to measure the cost of durability.
    case unsynced

    /// The store is lost when the process ends; the level of engines that write nothing. It cannot be requested.
    case memoryOnly = "memory-only"

    /// Decodes a level, also by its name in older reports.
    package init(from decoder: any Decoder) throws {
        let name = try String(from: decoder)
        guard let level = name == "risking-the-whole-store" ? Self.unsynced : Self(rawValue: name) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "unknown durability \(name)"))
        }
        self = level
    }
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
