package import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The text that stands for a refusal on the command line.
///
/// It begins with a byte for its form and the store's id, and ends with a checksum.
package enum RefusalToken {
    /// The greatest number of bytes of a token.
    static let maxBytes = 512

    private static let (whole, inFile): (UInt8, UInt8) = (1, 2)
    private static let checksumBytes = 4
    private static let idBytes = 16

    /// What a token has.
    package enum Content: Sendable {
        case refusal(RefusedCommit)

        /// The name of a file of the store, which has the rules.
        case file(String, StoreID)
    }

    /// The token of a refusal; `nil` if it would be too long.
    static func text(of refusal: RefusedCommit) -> String? {
        let text = text(whole, refusal.store, refusal.bytes)
        return text.utf8.count <= maxBytes ? text : nil
    }

    /// The token of a refusal that is in a file.
    static func text(ofFile hash: ContentHash, of store: StoreID) -> String {
        text(inFile, store, EventID(high: hash.high, low: hash.low).octets)
    }

    private static func text(_ form: UInt8, _ store: StoreID, _ content: [UInt8]) -> String {
        let bytes = [form] + store.uuid.octets + content
        return encode(bytes + checksum(of: bytes))
    }

    /// Base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
    private static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        let hash = ContentHash(bytes)
        return Array(EventID(high: hash.high, low: hash.low).octets.prefix(checksumBytes))
    }

    /// Decodes a token.
    ///
    /// - Throws: ``CommandError`` if the text is no whole token.
    package static func content(of text: String) throws(CommandError) -> Content {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        // Foundation ignores bits of the padding, and other texts would be the same token.
        guard let data = Data(base64Encoded: base64), data.count > 1 + idBytes + checksumBytes,
            encode([UInt8](data)) == text
        else { throw .noToken(text) }
        let bytes = [UInt8](data)
        let content = bytes.dropLast(checksumBytes)
        guard bytes.suffix(checksumBytes).elementsEqual(checksum(of: Array(content))) else { throw .noToken(text) }
        let store = StoreID(EventID(octets: content[1...idBytes]))
        let rest = content.dropFirst(1 + idBytes)
        switch content[0] {
        case whole:
            guard let refusal = RefusedCommit(rest, of: store) else { throw .noToken(text) }
            return .refusal(refusal)
        case inFile where rest.count == idBytes:
            return .file(EventID(octets: rest).description, store)
        default: throw .noToken(text)
        }
    }
}

extension EventID {
    fileprivate var octets: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    }

    fileprivate init(octets: ArraySlice<UInt8>) {
        self.init(
            high: octets.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: octets.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension CommandError {
    /// The error for a text that is not a token.
    static func noToken(_ text: String) -> CommandError {
        CommandError(
            .badInput,
            "\(quoted(text)) is not a token of a refused append, or a part of one is missing: copy it whole "
                + "from the error")
    }
}
