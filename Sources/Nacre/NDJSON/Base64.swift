#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Base64 as specified by RFC 4648, section 4, with padding.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Decodes text.
    ///
    /// Only the canonical encoding that ``encode(_:)`` produces is accepted.
    static func decode(_ text: String) throws(NDJSONError) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw mistake(text) }
        let bytes = [UInt8](data)
        // Foundation ignores non-zero padding bits, so that several texts would decode to the same bytes.
        guard encode(bytes).utf8.elementsEqual(text.utf8) else { throw mistake(text) }
        return bytes
    }

    private static func mistake(_ text: String) -> NDJSONError {
        NDJSONError(.invalidValue, "\(quoted(text)) is not Base64 (RFC 4648, with padding)")
    }
}
