public import DomainKit

/// What a note says: trimmed, not empty, at most 200 Unicode scalars, without control characters.
public struct NoteText: Sendable {
    /// The text, without white space around it.
    public let text: String

    private static let rule = Rule.notEmpty.and(.scalars(in: 0...200)).and(.noControlCharacters)

    /// Makes a text of what somebody gave.
    ///
    /// - Parameter given: The text as it was given.
    /// - Throws: `ValidationError` for the field `text`, with every rule that it breaks.
    public init(_ given: String) throws(ValidationError) {
        text = given.trimmed
        try Self.rule.validate(text, field: "text")
    }
}
