import Mustache

/// Escapes text for HTML elements and quoted attributes.
///
/// The escaping of the library goes by characters, and passes over a quote that a combining mark follows.
package struct HTMLText: MustacheContentType {
    // PAGE-30: Text is escaped byte by byte.

    /// The name in templates.
    package static let name = "HTML-bytes"

    /// Creates the content type.
    package init() {}

    /// Escapes a text, byte by byte.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text as it stands in an element, or in a quoted attribute.
    package func escapeText(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
