public import DomainKit

/// What names a user: an opaque text of 1 to 200 bytes of UTF-8, without control characters or white space around it.
///
/// Two identities are the same when their bytes are. Nothing is trimmed or folded: an identity is what another system
/// says that it is, and changing it would make two of them one.
public struct UserID: Sendable {
    /// The identity.
    public let text: String

    private static let rule =
        Rule.bytes(in: 1...200).and(.notSurroundedByWhiteSpace).and(.noControlCharacters)

    /// Makes an identity of what somebody gave.
    ///
    /// - Parameter text: The identity, exactly.
    /// - Throws: `ValidationError` for the field `user`, with every rule that the text breaks.
    public init(_ text: String) throws(ValidationError) {
        try Self.rule.validate(text, field: "user")
        self.text = text
    }
}

extension UserID: Hashable, CustomStringConvertible {
    /// The identity.
    public var description: String { text }

    /// Whether two identities are the same bytes, where `String` would take two spellings of `café` for one.
    public static func == (left: UserID, right: UserID) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
