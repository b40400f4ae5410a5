/// One rule broken by one field of an input.
public struct ValidationFailure: Sendable, Hashable, CustomStringConvertible {
    /// The name of the field in the input: `name`.
    public let field: String

    /// The value, quoted for display: truncated, with control characters escaped.
    public let value: DisplayedText

    /// The problem, with the limit and the remedy.
    public let message: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - field: The name of the field in the input.
    ///   - value: The value as it was given.
    ///   - message: The problem, with the limit and the remedy.
    public init(field: String, value: String, message: String) {
        self.field = field
        self.value = DisplayedText(value)
        self.message = message
    }

    /// Field, value and message in one sentence.
    public var description: String { "\(field) \(value) \(message)" }
}
