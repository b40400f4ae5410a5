import Testing

@testable import NacreTool

@Suite("Cells of a terminal")
struct TerminalCellsTests {
    @Test(
        "wide characters take two cells, combining ones none, and a drawn sequence is one character",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("ｆｕｌｌ", 8), ("한국", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("1", 1), ("naïve", 5),
            ("a\u{200D}b", 2), ("…", 1), ("█▏", 2), ("ﾊﾝｶｸ", 4), ("\u{20000}", 2),
        ])
    func cells(text: String, count: Int) {
        #expect(TerminalText.cells(of: text) == count)
    }

    @Test("a shortened text takes no more cells than it may, and ends with an ellipsis")
    func shortened() {
        #expect(TerminalText.shortened("abcdef", to: 6) == "abcdef")
        #expect(TerminalText.shortened("abcdef", to: 5) == "abcd…")
        #expect(TerminalText.shortened("日本語", to: 6) == "日本語")
        #expect(TerminalText.shortened("日本語", to: 5) == "日本…")
        #expect(TerminalText.shortened("日本語", to: 4) == "日…")
        #expect(TerminalText.shortened("abc", to: 1) == "…")
        #expect(TerminalText.shortened("abc", to: 0) == "")
        #expect(TerminalText.shortened(#""a\nbcdef""#, to: 8) == #""a\nbc…""#)
    }

    @Test("however a text is shortened, it is not too wide, and the most of it is shown")
    func property() {
        var random = SystemRandomNumberGenerator()
        let characters: [Character] = ["a", "日", "é", "👍", "👨‍👩‍👧‍👦", "e\u{301}", "한", " ", "\""]
        for _ in 0..<2000 {
            let text = String(
                (0..<Int.random(in: 0..<20, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? "a"
                })
            let limit = Int.random(in: 1..<30, using: &random)
            let shown = TerminalText.shortened(text, to: limit)
            let cells = TerminalText.cells(of: shown)
            #expect(cells <= limit)
            #expect(shown == text || cells >= min(limit, TerminalText.cells(of: text)) - 1)
        }
    }
}
