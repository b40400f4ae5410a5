import Foundation

/// The format of an axis's values, which is short for lack of space.
enum ValueName: Hashable, Sendable {
    /// `1`, `0.5`, `20k`, `1.5M`.
    case number

    /// A count of nanoseconds: `50 µs`.
    case nanoseconds

    /// A count of bytes: `64 MiB`.
    case bytes

    /// A percentile, by the inverse of the rest to 100 %: 1,000 is `99.9`.
    case percentile

    func text(_ value: Double) -> String {
        switch self {
        case .number: Self.short(value)
        case .nanoseconds: Self.duration(value)
        case .bytes: Self.trimmed(value / 1_048_576) + " MiB"
        case .percentile: Self.percentile(value)
        }
    }

    private static func short(_ value: Double) -> String {
        switch value.magnitude {
        case 1e9...: trimmed(value / 1e9) + "G"
        case 1e6...: trimmed(value / 1e6) + "M"
        case 1e4...: trimmed(value / 1e3) + "k"
        default: trimmed(value)
        }
    }

    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case 1e9...: trimmed(nanoseconds / 1e9) + " s"
        case 1e6...: trimmed(nanoseconds / 1e6) + " ms"
        case 1e3...: trimmed(nanoseconds / 1e3) + " µs"
        default: trimmed(nanoseconds) + " ns"
        }
    }

    private static func percentile(_ oneIn: Double) -> String {
        guard oneIn > 1 else { return "0" }
        // One in ten is 90, in a hundred 99, in a thousand 99.9: one more nine for each.
        let nines = Int(log10(oneIn).rounded())
        return switch nines {
        case ..<2: decimal(100 - 100 / oneIn, decimals: 0)
        default: "99" + (nines > 2 ? "." + String(repeating: "9", count: nines - 2) : "")
        }
    }

    /// With at most three decimals, without trailing zeros.
    private static func trimmed(_ value: Double) -> String {
        var text = decimal(value, decimals: value.magnitude < 10 ? 3 : 1)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
