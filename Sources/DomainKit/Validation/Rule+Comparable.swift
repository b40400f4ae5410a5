extension Rule where Value: Comparable & Sendable {
    /// The value is in a range.
    ///
    /// - Parameter range: The allowed values, including both bounds.
    /// - Returns: The rule.
    public static func within(_ range: ClosedRange<Value>) -> Rule {
        Rule { value in
            range.contains(value)
                ? nil : "is out of range: give a value from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
