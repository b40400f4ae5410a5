import AuthDomain
import DomainKit
import FeatureTesting
import Testing

@Suite
struct TokenTests {
    @Test(arguments: 0..<100)
    func `a token survives its text, which is 43 characters of base64url`(_: Int) throws {
        let token = Token.random()
        #expect(token.bytes.count == 32)
        #expect(token.text.count == 43)
        #expect(token.text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        let parsed = try #require(Token(token.text))
        #expect(parsed.bytes.copy == token.bytes.copy)
    }

    @Test
    func `two tokens differ`() {
        #expect(Set((0..<1000).map { _ in Token.random().text }).count == 1000)
    }

    @Test
    func `a text that is not a token's is refused`() {
        let text = String(repeating: "A", count: 42)
        #expect(Token(text + "A") != nil)
        for other in ["", text, text + "AA", text + "B", text + "=", text + "+", text + "/", text + "\n", text + "é"] {
            #expect(Token(other) == nil, "\(other)")
        }
        #expect(Token("+" + text) == nil)
        #expect(Token("/" + text) == nil)
    }

    @Test
    func `a token is not shown`() {
        let token = Token.random()
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains(token.text)) }
        #expect("\(token)" == "(not disclosed)")
    }
}
