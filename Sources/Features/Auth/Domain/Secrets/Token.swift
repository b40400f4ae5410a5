public import DomainKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The secret of a session or of a link: 32 random bytes, written as 43 characters of base64url (RFC 4648, section 5).
///
/// The secret store keeps only its hash. A description does not show it.
public struct Token: Sendable, Undisclosed {
    /// The number of bytes.
    public static let byteCount = 32

    /// The bytes.
    public let bytes: Secret

    private init(_ bytes: Secret) {
        self.bytes = bytes
    }

    /// Creates a random token.
    ///
    /// - Returns: A token that was never used.
    public static func random() -> Token {
        Token(Secret(random: byteCount))
    }

    /// Parses the text of a token.
    ///
    /// Returns `nil` for anything that ``text`` does not write.
    public init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        let base64 = String(
            text.map { character in
                switch character {
                case "-": "+"
                case "_": "/"
                default: character
                }
            })
        guard let data = Data(base64Encoded: base64 + "="), data.count == Self.byteCount else { return nil }
        self.init(Secret(data))
        // Base64 with other spare bits or with `+` and `/` would be a second text of the same token.
        guard self.text == text else { return nil }
    }

    /// The token as text, for the person that it belongs to.
    public var text: String {
        let base64 = bytes.withBytes { bytes in
            Data(bytes.indices.map { bytes[$0] }).base64EncodedString()
        }
        return String(
            base64.compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}
