import DomainKit
import Testing

@Suite
struct DisplayedTextTests {
    @Test(arguments: [
        ("plain", #""plain""#), ("", #""""#), ("\u{1B}[31m", #""\u{1B}[31m""#), ("a\nb\r\t", #""a\nb\r\t""#),
        ("\"\\", #""\"\\""#), ("\u{202E}x", #""\u{202E}x""#), ("\u{2028}", #""\u{2028}""#), ("\u{9B}", #""\u{9B}""#),
        ("\u{E000}", #""\u{E000}""#), ("é🐚", "\"é🐚\""),
    ])
    func `terminal control characters are escaped`(text: String, shown: String) {
        #expect(DisplayedText(text).description == shown)
    }

    @Test
    func `a long text is truncated, with its length`() {
        let shown = DisplayedText(String(repeating: "a", count: 61)).description
        #expect(shown == "\"\(String(repeating: "a", count: 60))\"… (61 Unicode scalars)")
        #expect(DisplayedText(String(repeating: "a", count: 60)).description.hasSuffix("a\""))
    }

    @Test(arguments: [
        ("  a b \n", "a b"), ("", ""), (" \t\u{3000}", ""), ("a", "a"), ("\u{A0}a\u{85}", "a"),
        ("\u{200B}", "\u{200B}"),
    ])
    func `surrounding white space is trimmed`(text: String, trimmed: String) {
        #expect(text.trimmed.unicodeScalars.elementsEqual(trimmed.unicodeScalars))
    }
}
