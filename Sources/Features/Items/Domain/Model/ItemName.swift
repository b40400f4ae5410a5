public import DomainKit

/// What an item is called: trimmed, not empty, at most 1,000 Unicode scalars, without control characters.
public struct ItemName: Sendable {
    /// The name, without white space around it.
    public let text: String

    private static let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)

    /// Makes a name of what somebody gave.
    ///
    /// - Parameter given: The name as it was given; white space around it is left out.
    /// - Throws: `ValidationError` for the field `name`, with every rule that the name breaks.
    public init(_ given: String) throws(ValidationError) {
        let text = given.trimmed
        try Self.rule.validate(text, field: "name")
        self.text = text
    }

    /// Whether a name from an event is this one, byte by byte.
    func matches(_ recorded: String) -> Bool {
        text.utf8.elementsEqual(recorded.utf8)
    }
}

extension ItemName: Hashable, CustomStringConvertible {
    /// The name.
    public var description: String { text }

    /// Whether two names are the same bytes, where `String` would take two spellings of `café` for one.
    public static func == (left: ItemName, right: ItemName) -> Bool {
        left.matches(right.text)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
