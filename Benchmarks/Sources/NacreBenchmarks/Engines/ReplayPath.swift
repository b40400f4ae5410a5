import ArgumentParser

/// How a replay's events reach the reader.
enum ReplayPath: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// In place, nothing copied, as far as the engine can.
    case scan

    /// Each in a value of its own, through what an application iterates over.
    case sequence
}
