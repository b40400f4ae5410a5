public import DomainKit

/// A screen name: 2 to 30 ASCII letters, digits, `_`, `-` and `.`.
public struct ScreenName: Sendable, Hashable, CustomStringConvertible {
    /// The name, with its original case.
    public let text: String

    private static let rule = Rule.scalars(in: 2...30).and(.asciiLettersAndDigits(or: "_-."))

    /// Validates a screen name.
    ///
    /// - Parameter text: The name, exactly.
    /// - Throws: `ValidationError` for the field `screenName`, with every violated rule.
    public init(_ text: String) throws(ValidationError) {
        try Self.rule.validate(text, field: "screenName")
        self.text = text
    }

    /// The name in lower case, by which uniqueness is checked.
    public var lowercased: String { text.lowercased() }

    /// The name.
    public var description: String { text }
}
