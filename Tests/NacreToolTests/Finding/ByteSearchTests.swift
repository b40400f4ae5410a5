import Testing

@testable import NacreTool

@Suite("Search for bytes")
struct ByteSearchTests {
    @Test("a text is found exactly where the library finds it")
    func oracle() {
        for wanted in ["a", "ab", "aab", "aaab", "bb", "é", "B"] {
            for text in ["", "a", "aaab", "aabaab", "abab", "xéy", "bBb", "aaaaaaaaab", "aaaaaaaaaa"] {
                let search = ByteSearch(wanted)
                let occurs = search.occurs(in: text.utf8Span.span)
                #expect(occurs == Array(text.utf8).contains(Array(wanted.utf8)), "\(wanted) in \(text)")
                let isEqual = search.isEqual(to: text.utf8Span.span)
                #expect(isEqual == (text == wanted))
            }
        }
    }

    @Test("ASCII letters match in either case if asked for, and no other characters do")
    func cases() {
        let search = ByteSearch("ReadMe@[", ignoringCase: true)
        let cases = [
            (search, "x README@[ y", true), (search, "x README`{ y", false),
            (ByteSearch("É", ignoringCase: true), "é", false),
        ]
        for (search, text, expected) in cases {
            let occurs = search.occurs(in: text.utf8Span.span)
            #expect(occurs == expected, "\(text)")
        }
    }
}
