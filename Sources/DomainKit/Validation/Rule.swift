/// A validation rule that can be combined with others and reused.
///
/// ```swift
/// let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)
/// try rule.validate(text, field: "name")
/// ```
public struct Rule<Value>: Sendable {
    private let judge: @Sendable (Value) -> [String]

    /// Creates a rule.
    ///
    /// - Parameter complaint: Returns the problem with a value, with the limit and the remedy, as a phrase that
    ///   follows the value (`is empty: …`); `nil` if the value meets the rule.
    public init(complaint: @escaping @Sendable (Value) -> String?) {
        judge = { value in complaint(value).map { [$0] } ?? [] }
    }

    private init(judge: @escaping @Sendable (Value) -> [String]) {
        self.judge = judge
    }

    /// Validates a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: All problems with the value, in the order of the rules; empty if it meets all of them.
    public func complaints(about value: Value) -> [String] {
        judge(value)
    }

    /// Combines two rules.
    ///
    /// - Parameter other: The rule to apply after this one.
    /// - Returns: A rule that is met if both are, and that reports the problems of both.
    public func and(_ other: Rule) -> Rule {
        Rule(judge: { value in judge(value) + other.judge(value) })
    }

    /// Validates the value of a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - field: The name of the field in the input.
    /// - Throws: ``ValidationError`` with every problem of the value.
    public func validate(_ value: Value, field: String) throws(ValidationError) {
        let failures = judge(value).map { complaint in
            ValidationFailure(field: field, value: "\(value)", message: complaint)
        }
        if let error = ValidationError(failures) { throw error }
    }
}
