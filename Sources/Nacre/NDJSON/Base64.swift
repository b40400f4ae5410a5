#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bytes as text: RFC 4648, section 4, with padding.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The bytes of text that ``encode(_:)`` could have made, and of no other.
    static func decode(_ text: String) throws(NDJSONError) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw mistake(text) }
        let bytes = [UInt8](data)
        // Foundation passes over bits that stand for nothing; two texts of the same bytes are one too many.
        guard encode(bytes).utf8.elementsEqual(text.utf8) else { throw mistake(text) }
        return bytes
    }

    private static func mistake(_ text: String) -> NDJSONError {
        NDJSONError(.invalidValue, "\(quoted(text)) is not Base64 (RFC 4648, with padding)")
    }
}
