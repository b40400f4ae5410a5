import Foundation

struct AxisScale: Hashable, Sendable {
    let low: Double
    let high: Double

    /// The coordinates of the ends in the drawing.
    let start: Double
    let end: Double

    let isLogarithmic: Bool

    /// The labelled values, ascending.
    let ticks: [Double]

    /// A scale from zero to the greatest value, or a round value above it.
    static func linear(to greatest: Double, start: Double, end: Double) -> AxisScale {
        let greatest = greatest.isFinite && greatest > 0 ? greatest : 1
        let magnitude = pow(10, floor(log10(greatest / 5)))
        let step = [1, 2, 5, 10].map { $0 * magnitude }.first { greatest / $0 <= 5 } ?? 10 * magnitude
        let count = Int((greatest / step).rounded(.up))
        return AxisScale(
            low: 0, high: Double(count) * step, start: start, end: end, isLogarithmic: false,
            ticks: (0...count).map { Double($0) * step })
    }

    /// A logarithmic scale from the smallest value to the greatest, neither of them 0; on request, only powers of ten
    /// are labelled.
    static func logarithmic(
        from least: Double, to greatest: Double, start: Double, end: Double, onlyDecades: Bool = false
    ) -> AxisScale {
        let low = least.isFinite && least > 0 ? least : 1
        let high = greatest.isFinite && greatest > low ? greatest : low * 2
        let decades = log10(high / low)
        let steps: [Double] = onlyDecades || decades > 2.5 ? [1] : decades > 1.2 ? [1, 3] : [1, 2, 5]
        let exponents = Int(floor(log10(low))) - 1...Int(ceil(log10(high))) + 1
        func values(_ steps: [Double]) -> [Double] {
            exponents.flatMap { exponent in steps.map { $0 * pow(10, Double(exponent)) } }
        }
        // The ends may be nearer to the values than the next tick; nearly equal values would give equal ends.
        let first = values([1, 2, 5]).last { $0 <= low * 1.0001 } ?? low
        let last = values([1, 2, 5]).first { $0 >= high * 0.9999 && $0 > first } ?? high * 2
        let within = values(steps).filter { $0 >= first * 0.9999 && $0 <= last * 1.0001 }
        let every = (within.count + 7) / 8
        return AxisScale(
            low: first, high: last, start: start, end: end, isLogarithmic: true,
            ticks: within.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element))
    }

    /// The coordinate of a value, clamped to the ends.
    func position(of value: Double) -> Double {
        let share =
            isLogarithmic
            ? (log10(max(value, low)) - log10(low)) / (log10(high) - log10(low)) : (value - low) / (high - low)
        return start + min(max(share, 0), 1) * (end - start)
    }
}

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
        case .number: Self.scaled(value, [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k"), (0, 1, "")])
        case .nanoseconds: Self.scaled(value, [(1e9, 1e9, " s"), (1e6, 1e6, " ms"), (1e3, 1e3, " µs"), (0, 1, " ns")])
        case .bytes: Self.scaled(value, [(0, 1_048_576, " MiB")])
        case .percentile: Self.percentile(value)
        }
    }

    /// A value in the first unit that it reaches, with at most three decimals and without trailing zeros.
    private static func scaled(
        _ value: Double, _ units: [(least: Double, size: Double, name: String)]
    ) -> String {
        guard let unit = units.first(where: { value.magnitude >= $0.least }) else { return "" }
        let scaled = value / unit.size
        var text = decimal(scaled, decimals: scaled.magnitude < 10 ? 3 : 1)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
        return text + unit.name
    }

    private static func percentile(_ oneIn: Double) -> String {
        guard oneIn > 1 else { return "0" }
        // One in ten is 90, in a hundred 99, in a thousand 99.9: one more nine for each.
        let nines = Int(log10(oneIn).rounded())
        guard nines >= 2 else { return decimal(100 - 100 / oneIn, decimals: 0) }
        return "99" + (nines > 2 ? "." + String(repeating: "9", count: nines - 2) : "")
    }
}
