public import DomainKit

/// The id of a user: an opaque text of 1 to 200 bytes of UTF-8, without control characters or surrounding white space.
///
/// Ids are compared by bytes, and neither trimmed nor case-folded: they come from another system, and changing them
/// could make two users one.
public struct UserID: Sendable {
    /// The id.
    public let text: String

    private static let rule =
        Rule.bytes(in: 1...200).and(.notSurroundedByWhiteSpace).and(.noControlCharacters)

    /// Validates an id.
    ///
    /// - Parameter text: The id, exactly.
    /// - Throws: `ValidationError` for the field `user`, with every violated rule.
    public init(_ text: String) throws(ValidationError) {
        try Self.rule.validate(text, field: "user")
        self.text = text
    }

    /// Creates the id of a user with a UUID, whose text meets all rules.
    ///
    /// - Parameter identity: The identity, such as that of an account.
    public init(_ identity: some UUIDIdentity) {
        text = identity.description
    }
}

extension UserID: Hashable, CustomStringConvertible {
    /// The id.
    public var description: String { text }

    /// Compares bytes; `String` would treat two spellings of `café` as equal.
    public static func == (left: UserID, right: UserID) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
