/// A validation rule that can be combined with others and reused.
///
/// ```swift
/// let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)
/// try rule.validate(text, field: "name")
/// ```
public struct Rule<Value>: Sendable {
    private let check: @Sendable (Value) -> [String]

    /// Creates a rule.
    ///
    /// - Parameter message: Returns the problem with a value, with the limit and the remedy, as a phrase that
    ///   follows the value (`is empty: …`); `nil` if the value meets the rule.
    public init(message: @escaping @Sendable (Value) -> String?) {
        check = { value in message(value).map { [$0] } ?? [] }
    }

    private init(check: @escaping @Sendable (Value) -> [String]) {
        self.check = check
    }

    /// Validates a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: All problems with the value, in the order of the rules; empty if it meets all of them.
    public func messages(for value: Value) -> [String] {
        check(value)
    }

    /// Combines two rules.
    ///
    /// - Parameter other: The rule to apply after this one.
    /// - Returns: A rule that is met if both are, and that reports the problems of both.
    public func and(_ other: Rule) -> Rule {
        Rule(check: { value in check(value) + other.check(value) })
    }

    /// Validates the value of a field.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - field: The name of the field in the input.
    /// - Throws: ``ValidationError`` with every problem of the value.
    public func validate(_ value: Value, field: String) throws(ValidationError) {
        let failures = check(value).map { message in
            ValidationFailure(field: field, value: "\(value)", message: message)
        }
        if let error = ValidationError(failures) { throw error }
    }
}
