import Testing

@testable import ShellPages

@Suite struct MarkerTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("<m>", "X"), ("a<m>b<m>", "aXbX"), ("<<m>", "<X"), ("<m", "<m"),
        // As a character, the last sign of the marker is one with the mark.
        ("<m>\u{301}", "X\u{301}"), ("é<m>🐚", "éX🐚"),
    ])
    func `a marker is replaced, whatever stands beside it`(text: String, filled: String) {
        #expect(Array(text.filling("<m>", with: "X").utf8) == Array(filled.utf8))
    }
}
