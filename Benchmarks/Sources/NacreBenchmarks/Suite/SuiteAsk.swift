/// What a figure of a step is held against.
struct SuiteAsk: Sendable {
    var quantity: SuiteQuantity
    var bound: Bound

    /// The name of the shared row that it stands in; `nil` for the step's own.
    var row: String?

    /// What is asked of a figure.
    enum Bound: Hashable, Sendable {
        /// No less than this.
        case atLeast(Double)

        /// No more than this.
        case atMost(Double)

        /// Less than this.
        case below(Double)

        /// That it is true.
        case holds

        /// Nothing: it is told for its own sake.
        case nothing

        /// Whether a value is as asked.
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

    /// Asks something of a figure.
    static func ask(_ quantity: SuiteQuantity, _ bound: Bound, row: String? = nil) -> SuiteAsk {
        SuiteAsk(quantity: quantity, bound: bound, row: row)
    }

    /// A figure that is told for its own sake.
    static func tell(_ quantity: SuiteQuantity) -> SuiteAsk { SuiteAsk(quantity: quantity, bound: .nothing) }

    /// What is asked, in words: `at least 0.60`.
    var words: String {
        func text(_ value: Double) -> String { Figure(name: "", value: value, unit: quantity.unit).text }
        return switch bound {
        case .atLeast(let least): "at least \(text(least))"
        case .atMost(let most): "at most \(text(most))"
        case .below(let limit): "below \(text(limit))"
        case .holds: "so"
        case .nothing: "–"
        }
    }
}
