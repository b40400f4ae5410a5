/// A rule that a value keeps or breaks, made to be combined and used again.
///
/// ```swift
/// let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)
/// try rule.validate(text, field: "name")
/// ```
public struct Rule<Value>: Sendable {
    private let judge: @Sendable (Value) -> [String]

    /// Creates a rule.
    ///
    /// - Parameter complaint: What is wrong with a value, with the limit and the remedy, in words that go on from
    ///   the value (`is empty: …`); `nil` where the value keeps the rule.
    public init(complaint: @escaping @Sendable (Value) -> String?) {
        judge = { value in complaint(value).map { [$0] } ?? [] }
    }

    private init(judge: @escaping @Sendable (Value) -> [String]) {
        self.judge = judge
    }

    /// Judges a value.
    ///
    /// - Parameter value: The value to judge.
    /// - Returns: Everything that is wrong with it, in the order of the rules; empty where it keeps them all.
    public func complaints(about value: Value) -> [String] {
        judge(value)
    }

    /// Combines two rules.
    ///
    /// - Parameter other: The rule to judge after this one.
    /// - Returns: A rule that is kept where both are, and that reports what either of them does.
    public func and(_ other: Rule) -> Rule {
        Rule(judge: { value in judge(value) + other.judge(value) })
    }

    /// Judges the value of a field.
    ///
    /// - Parameters:
    ///   - value: The value to judge.
    ///   - field: The field, as the one who gave the input knows it.
    /// - Throws: ``ValidationError`` with every complaint about the value.
    public func validate(_ value: Value, field: String) throws(ValidationError) {
        let failures = judge(value).map { complaint in
            ValidationFailure(field: field, value: "\(value)", message: complaint)
        }
        if let error = ValidationError(failures) { throw error }
    }
}
