public import DomainKit

/// The name of an item: trimmed, not empty, at most 1,000 Unicode scalars, without control characters.
public struct ItemName: Sendable {
    /// The name, without surrounding white space.
    public let text: String

    private static let rule = Rule.notEmpty.and(.scalars(in: 0...1000)).and(.noControlCharacters)

    /// Validates and trims a name.
    ///
    /// - Parameter given: The name; surrounding white space is removed.
    /// - Throws: `ValidationError` for the field `name`, with every violated rule.
    public init(_ given: String) throws(ValidationError) {
        let text = given.trimmed
        try Self.rule.validate(text, field: "name")
        self.text = text
    }

    /// Whether a name from an event equals this one by bytes.
    func matches(_ recorded: String) -> Bool {
        text.utf8.elementsEqual(recorded.utf8)
    }
}

extension ItemName: Hashable, CustomStringConvertible {
    /// The name.
    public var description: String { text }

    /// Compares bytes; `String` would treat two spellings of `café` as equal.
    public static func == (left: ItemName, right: ItemName) -> Bool {
        left.matches(right.text)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
