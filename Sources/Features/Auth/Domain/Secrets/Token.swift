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
        var base64 = Array(text.utf8)
        // 43 characters have two bits more than 32 bytes: with those set, it would be a second text of the same token.
        guard base64.count == 43, let last = base64.last, Self.lastCharacters.utf8.contains(last) else { return nil }
        for index in base64.indices {
            switch base64[index] {
            case UInt8(ascii: "-"): base64[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): base64[index] = UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            default: break
            }
        }
        guard let data = Data(base64Encoded: Data(base64 + [UInt8(ascii: "=")])), data.count == Self.byteCount else {
            return nil
        }
        self.init(Secret(data))
    }

    /// The characters of base64url whose last two bits are zero.
    private static let lastCharacters = "AEIMQUYcgkosw048"

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
