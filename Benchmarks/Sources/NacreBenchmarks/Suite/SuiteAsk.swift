/// The requirement for a figure of a step.
struct SuiteAsk: Sendable {
    var quantity: SuiteQuantity
    var bound: Bound

    /// The name of the shared row for it; `nil` for the step's own.
    var row: String?

    enum Bound: Hashable, Sendable {
        case atLeast(Double)
        case atMost(Double)
        case below(Double)
        case holds

        /// No requirement: the figure is reported for information.
        case nothing

        func admits(_ value: Double) -> Bool {
            switch self {
            case .atLeast(let least): value >= least
            case .atMost(let most): value <= most
            case .below(let limit): value < limit
            case .holds: value == 1
            case .nothing: true
            }
        }
    }

    static func ask(_ quantity: SuiteQuantity, _ bound: Bound, row: String? = nil) -> SuiteAsk {
        SuiteAsk(quantity: quantity, bound: bound, row: row)
    }

    /// A figure reported for information.
    static func tell(_ quantity: SuiteQuantity) -> SuiteAsk { SuiteAsk(quantity: quantity, bound: .nothing) }

    var words: String {
        func text(_ value: Double) -> String { Figure(name: "", value: value, unit: quantity.unit).text }
        return switch bound {
        case .atLeast(let least): "at least \(text(least))"
        case .atMost(let most): "at most \(text(most))"
        case .below(let limit): "below \(text(limit))"
        case .holds: "holds"
        case .nothing: "–"
        }
    }
}
