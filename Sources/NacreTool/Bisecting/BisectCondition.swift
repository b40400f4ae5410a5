import Nacre
import NacreRuntime

/// A condition on a read model or on the state of a stream.
package struct BisectCondition: Sendable {
    /// What the condition is about.
    enum Subject: Hashable, Sendable {
        /// The number of rows of a read model.
        case count(projection: String)

        /// A value in the row of a read model; the whole row if the path is empty.
        case row(projection: String, key: String, path: FieldPath)

        /// A value in the state of a stream.
        case state(FieldPath)
    }

    let subject: Subject

    /// The comparison; `nil` if the value itself is the answer.
    let comparison: ValueComparison?

    let isNegated: Bool

    /// The answer for a number of rows.
    func holds(forCount count: Int) -> Bool {
        isNegated != (comparison?.holds(of: .integer(count)) ?? (count > 0))
    }

    /// The answer for a value; `nil` if there is none.
    ///
    /// Without a comparison, a value holds if it is neither `false` nor `null`. One that is missing never holds.
    func holds(for value: StateValue?) -> Bool {
        isNegated != (value.map(isSatisfied) ?? false)
    }

    private func isSatisfied(by value: StateValue) -> Bool {
        let scalar: ValueComparison.Scalar? = if case .scalar(let json) = value { .init(json: json) } else { nil }
        guard let comparison else { return scalar != .null && scalar != .flag(false) }
        // A list or an object equals no scalar, and has no order.
        return scalar.map(comparison.holds) ?? (comparison.order == .differs)
    }
}
