import DomainKit
import FeatureAPI
import Testing

@Suite struct ValueTests {
    @Test(arguments: [0, 1, 12, UInt64.max])
    func `an entity tag is parsed from its text`(version: UInt64) {
        #expect(EntityTag(EntityTag(version).description)?.version == version)
        #expect(EntityTag(version).description == "\"v\(version)\"")
    }

    @Test(arguments: [
        "", "v1", "\"1\"", "\"v\"", "\"v01\"", "\"v+1\"", "\"v-1\"", "W/\"v1\"", "\"v1\" ", "\"v99999999999999999999\"",
    ])
    func `another text is no entity tag`(text: String) {
        #expect(EntityTag(text) == nil)
    }

    @Test(arguments: [
        ("*", Precondition.exists), ("\"v1\"", .versions([1])), ("\"v1\", \"v2\"", .versions([1, 2])),
        ("\"abc\"", .versions([])), ("W/\"v1\"", .versions([])), ("W/\"v1\",\"v3\"", .versions([3])),
    ])
    func `If-Match is a star or a list of tags, of which weak and foreign ones match nothing`(
        text: String, expected: Precondition
    ) {
        #expect(Precondition(text) == expected)
    }

    @Test(arguments: ["", "v1", "\"v1", "\"v1\",", "**", "\"v1\" \"v2\"", "\""])
    func `a malformed If-Match is recognised`(text: String) {
        #expect(Precondition(text) == nil)
    }

    @Test func `a precondition matches its versions alone`() {
        #expect(Precondition.versions([2, 3]).matches(3))
        #expect(!Precondition.versions([2, 3]).matches(4))
        #expect(Precondition.exists.matches(4))
    }

    @Test func `an idempotency key is 1 to 128 visible ASCII characters`() throws {
        #expect(try IdempotencyKey("a~!").text == "a~!")
        #expect(try IdempotencyKey(String(repeating: "k", count: 128)).text.count == 128)
        for text in ["", "a b", "é", "a\n", String(repeating: "k", count: 129)] {
            let error = #expect(throws: ValidationError.self) { try IdempotencyKey(text) }
            #expect(error?.failures.allSatisfy { $0.field == "Idempotency-Key" } == true)
        }
    }

    @Test(arguments: [0, 1, 35, 36, 1_000_000, UInt64.max])
    func `a cursor is parsed from its text`(position: UInt64) throws {
        let cursor = PageCursor(position: position)
        #expect(try CursorText.cursor(CursorText.text(of: cursor), field: "after") == cursor)
    }

    @Test(arguments: ["", "c", "1", "c-1", "c+1", "c01", "cA", "czzzzzzzzzzzzzzzz"])
    func `another text is no cursor`(text: String) {
        let error = #expect(throws: ValidationError.self) { try CursorText.cursor(text, field: "after") }
        #expect(error?.failures.map(\.field) == ["after"])
    }

    @Test(arguments: ["", "abc-._~", "a b/c?d&e=f%", "zwölf 🐚"])
    func `percent-encoding is undone by decoding`(text: String) {
        let encoded = PercentCoding.encode(text)
        #expect(PercentCoding.decode(encoded[...]) == text)
        #expect(encoded.utf8.allSatisfy { $0 < 0x80 && $0 != 0x20 })
    }

    @Test(arguments: ["%", "%4", "%zz", "%ff", "a%C3"])
    func `an invalid escape is recognised`(text: String) {
        #expect(PercentCoding.decode(text[...]) == nil)
    }

    @Test func `only JSON in UTF-8 is accepted as a media type`() {
        for text in ["application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\""] {
            #expect(MediaType.isJSON(text), "\(text)")
        }
        for text in ["", "text/json", "application/json; charset=latin1", "application/json;", "application/jsonx"] {
            #expect(!MediaType.isJSON(text), "\(text)")
        }
    }
}
