/// A figure with its name and unit, for measurements of a single workload.
struct Figure: Hashable, Sendable, Codable {
    var name: String
    var value: Double
    var unit: Unit

    /// The value of each round, if ``value`` is the median of several.
    var rounds: [Double]?

    enum Unit: String, Codable, Sendable {
        case nanoseconds
        case bytes
        case bytesPerSecond = "bytes/s"
        case eventsPerSecond = "events/s"
        case perSecond = "1/s"
        case count
        case ratio
    }

    /// The figure as text, with the minimum and the maximum of the rounds if they differ.
    var text: String {
        guard let least = rounds?.min(), let greatest = rounds?.max(), least < greatest else { return text(value) }
        return "\(text(value)) (\(text(least)) to \(text(greatest)))"
    }

    private func text(_ value: Double) -> String {
        switch unit {
        case .nanoseconds: duration(nanoseconds: UInt64(min(max(0, value), 1e18)))
        case .bytes where abs(value) < 1_048_576: decimal(value / 1_024, decimals: 1) + " KiB"
        case .bytes: mebibytes(value)
        case .bytesPerSecond: mebibytes(value) + "/s"
        case .eventsPerSecond: decimal(value, decimals: 0) + " events/s"
        case .perSecond: decimal(value, decimals: 0) + "/s"
        case .count: decimal(value, decimals: 0)
        case .ratio: decimal(value, decimals: 2)
        }
    }
}

/// Bytes as mebibytes: `1,530.2 MiB`.
func mebibytes(_ bytes: Double) -> String { decimal(bytes / 1_048_576, decimals: 1) + " MiB" }
