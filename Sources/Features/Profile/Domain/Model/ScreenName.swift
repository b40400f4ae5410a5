public import DomainKit

/// What a user is called before others: 2 to 30 ASCII letters, digits, `_`, `-` and `.`.
public struct ScreenName: Sendable, Hashable, CustomStringConvertible {
    /// The name, in the capital and small letters in which it was given.
    public let text: String

    private static let rule = Rule.scalars(in: 2...30).and(.asciiLettersAndDigits(or: "_-."))

    /// Makes a screen name of what somebody gave.
    ///
    /// - Parameter text: The name, exactly.
    /// - Throws: `ValidationError` for the field `screenName`, with every rule that the text breaks.
    public init(_ text: String) throws(ValidationError) {
        try Self.rule.validate(text, field: "screenName")
        self.text = text
    }

    /// The name in small letters: what names are compared by where one must tell whether somebody else has it.
    public var lowercased: String { text.lowercased() }

    /// The name.
    public var description: String { text }
}
