import Testing

@testable import NacreTool

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test("harmless text is unchanged", arguments: ["", "Buy milk", "a\\b", "café 日本語", "👩‍💻", "می‌خواهم"])
    func plain(text: String) {
        #expect(TerminalText.cell(text).utf8.elementsEqual(text.utf8))
        #expect(TerminalText.line(text).utf8.elementsEqual(text.utf8))
    }

    @Test(
        "control characters are escaped, and the text is quoted",
        arguments: [
            ("a\u{1B}[2Jb", #""a\u{1B}[2Jb""#), ("a\nb", #""a\nb""#), ("a\tb\r", #""a\tb\r""#),
            ("a\u{7F}", #""a\u{7F}""#), ("a\u{9B}2J", #""a\u{9B}2J""#), ("a\u{85}", #""a\u{85}""#),
            ("a\u{202E}b", #""a\u{202E}b""#), ("a\u{2066}b", #""a\u{2066}b""#), ("\u{FEFF}", #""\u{FEFF}""#),
            ("a\u{2028}b", #""a\u{2028}b""#), ("a\u{E0041}", #""a\u{E0041}""#), ("\0", #""\u{0}""#),
        ])
    func escaped(text: String, shown: String) {
        #expect(TerminalText.cell(text) == shown)
    }

    @Test("text that begins with a quote is quoted, so that it differs from quoted text")
    func quotes() {
        #expect(TerminalText.cell("\"a\"") == #""\"a\"""#)
        #expect(TerminalText.cell("a\\b\n") == #""a\\b\n""#)
        #expect(TerminalText.cell("say \"a\"") == "say \"a\"")
    }

    @Test("a limit truncates between scalars and adds an ellipsis")
    func limit() {
        #expect(TerminalText.cell("abcdef", limit: 3) == "abc…")
        #expect(TerminalText.cell("abc", limit: 3) == "abc")
        #expect(TerminalText.cell("a\ncdef", limit: 3) == #""a\nc…""#)
        #expect(TerminalText.cell("abc\n", limit: 3) == "abc…")
    }

    @Test("a message is one line, without quotes")
    func line() {
        #expect(TerminalText.line("no \"a\\b\"\u{1B}[31m\nx") == #"no "a\b"\u{1B}[31m\nx"#)
    }
}
