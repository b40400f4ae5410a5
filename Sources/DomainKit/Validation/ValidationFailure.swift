/// One rule that one field of an input breaks.
public struct ValidationFailure: Sendable, Hashable, CustomStringConvertible {
    /// The field, as the one who gave the input knows it: `name`.
    public let field: String

    /// The value that was given, fit to be shown: quoted, shortened, control characters escaped.
    public let value: DisplayedText

    /// What is wrong with it, with the limit and the remedy.
    public let message: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - field: The field, as the one who gave the input knows it.
    ///   - value: The value that was given, as it was given.
    ///   - message: What is wrong with it, with the limit and the remedy.
    public init(field: String, value: String, message: String) {
        self.field = field
        self.value = DisplayedText(value)
        self.message = message
    }

    /// Field, value and message in one sentence.
    public var description: String { "\(field) \(value) \(message)" }
}
