import ArgumentParser

/// How a replay's events reach the reader.
package enum ReplayPath: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// In place, without copying, as far as the engine permits.
    case scan

    /// As self-contained values, through the sequence that applications iterate over.
    case sequence
}
