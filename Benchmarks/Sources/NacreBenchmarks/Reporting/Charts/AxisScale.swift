import Foundation

/// The scale of an axis, and its ticks.
struct AxisScale: Hashable, Sendable {
    /// The values at both ends.
    let low: Double
    let high: Double

    /// The coordinate of the lower end in the drawing.
    let start: Double
    let end: Double

    /// Whether equal distances are equal ratios.
    let isLogarithmic: Bool

    /// The labelled values, ascending.
    let ticks: [Double]

    /// A scale from zero to the greatest value, or a round value above it.
    static func linear(to greatest: Double, start: Double, end: Double, ticks most: Int = 5) -> AxisScale {
        let greatest = greatest.isFinite && greatest > 0 ? greatest : 1
        let magnitude = pow(10, floor(log10(greatest / Double(most))))
        let step = [1, 2, 5, 10].map { $0 * magnitude }.first { greatest / $0 <= Double(most) } ?? 10 * magnitude
        let count = Int((greatest / step).rounded(.up))
        return AxisScale(
            low: 0, high: Double(count) * step, start: start, end: end, isLogarithmic: false,
            ticks: (0...count).map { Double($0) * step })
    }

    /// A logarithmic scale from the smallest value to the greatest, neither of them 0.
    ///
    /// Both are at least a step from the end; on request, only powers of ten are labelled.
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
        // The ends may be nearer to the values than the next tick.
        let first = values([1, 2, 5]).last { $0 <= low * 1.0001 } ?? low
        // Nearly equal values would give equal ends.
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
