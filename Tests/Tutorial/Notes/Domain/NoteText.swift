public import DomainKit

/// The text of a note: trimmed, not empty, at most 200 Unicode scalars, without control characters.
public struct NoteText: Sendable {
    /// The text, without white space around it.
    public let text: String

    private static let rule = Rule.notEmpty.and(.scalars(in: 0...200)).and(.noControlCharacters)

    /// Creates a text from input.
    ///
    /// - Parameter given: The input.
    /// - Throws: `ValidationError` for the field `text`, with every rule that it breaks.
    public init(_ given: String) throws(ValidationError) {
        text = given.trimmed
        try Self.rule.validate(text, field: "text")
    }
}
