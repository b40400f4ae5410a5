#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text in a header: never more than its own field, whatever the text contains.
///
/// Text that is not plain ASCII, or too long for one line, becomes encoded words (RFC 2047).
struct HeaderText {
    private let text: String

    /// Creates a text; control characters, line breaks among them, are replaced by spaces.
    init(_ text: String) {
        self.text = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    /// The longest text that stays as it is; with its field's name the line has at most 78 characters.
    private static let longest = 64

    /// The most bytes in an encoded word: with its field's name, the line has at most 78 characters.
    private static let bytesInWord = 42

    /// The text as the value of an unstructured field, such as `Subject`.
    var unstructured: String { isPlain ? text : encodedWords }

    /// The text as a phrase, such as the name of a mailbox: a quoted string, or encoded words.
    var phrase: String {
        guard isPlain else { return encodedWords }
        return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    private var isPlain: Bool {
        text.utf8.count <= Self.longest && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?")
            && !text.hasPrefix(" ") && !text.hasSuffix(" ")
    }

    /// The text in encoded words, each on a line of its own; no character is divided.
    private var encodedWords: String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            if words[words.count - 1].count + bytes.count > Self.bytesInWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
