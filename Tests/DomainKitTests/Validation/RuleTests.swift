import DomainKit
import Testing

@Suite
struct RuleTests {
    @Test
    func `every violated rule is reported, in the order of the rules`() {
        let rule = Rule.scalars(in: 0...3).and(.noControlCharacters).and(.asciiLettersAndDigits(or: "_"))
        let messages = rule.messages(for: "ab\u{7}de")
        #expect(messages.count == 3)
        #expect(messages[0].contains("5 Unicode scalars, at most 3"))
        #expect(messages[1].contains("U+0007"))
        #expect(rule.messages(for: "a_1").isEmpty)
    }

    @Test
    func `a validation error names field, value, limit and remedy`() {
        let error = #expect(throws: ValidationError.self) {
            try Rule.scalars(in: 2...3).validate("abcd\u{1B}", field: "name")
        }
        #expect(
            error?.message
                == #"name "abcd\u{1B}" has 5 Unicode scalars, at most 3 are allowed: shorten it"#)
        #expect(error?.failures.map(\.field) == ["name"])
    }

    @Test
    func `lengths are checked at both bounds`() {
        let rule = Rule.scalars(in: 2...3)
        #expect(rule.messages(for: "a").count == 1)
        #expect(rule.messages(for: "ab").isEmpty)
        #expect(rule.messages(for: "abc").isEmpty)
        #expect(rule.messages(for: "abcd").count == 1)
    }

    @Test
    func `scalars and bytes are counted, not grapheme clusters`() {
        let family = "\u{1F468}\u{200D}\u{1F469}"
        #expect(Rule.scalars(in: 3...3).messages(for: family).isEmpty)
        #expect(Rule.bytes(in: 11...11).messages(for: family).isEmpty)
    }

    @Test(arguments: ["\0", "\u{1F}", "\n", "\u{7F}", "\u{80}", "\u{9F}"])
    func `a control character is found anywhere in a text`(control: String) {
        #expect(Rule.noControlCharacters.messages(for: "a\(control)b").count == 1)
    }

    @Test(arguments: [" ", "~", "\u{A0}", "é", "🐚"])
    func `text without control characters passes`(text: String) {
        #expect(Rule.noControlCharacters.messages(for: text).isEmpty)
    }

    @Test(arguments: [" a", "a ", "\ta", "a\u{3000}", "\n"])
    func `surrounding white space is found`(text: String) {
        #expect(Rule.notSurroundedByWhiteSpace.messages(for: text).count == 1)
    }

    @Test
    func `inner white space passes`() {
        #expect(Rule.notSurroundedByWhiteSpace.messages(for: "a b").isEmpty)
    }

    @Test
    func `an empty text is found`() {
        #expect(Rule.notEmpty.messages(for: "").count == 1)
        #expect(Rule.notEmpty.messages(for: " ").isEmpty)
    }

    @Test(arguments: ["é", "a b", "a/b", "\u{430}", "a\u{301}"])
    func `a character outside the allowed set is named`(text: String) {
        let messages = Rule.asciiLettersAndDigits(or: "_-.").messages(for: text)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("U+") == true)
    }

    @Test(arguments: [1, 1000])
    func `a limit within the range passes`(limit: Int) throws {
        #expect(try PageLimit.validated(limit) == limit)
    }

    @Test(arguments: [0, 1001, .min, .max])
    func `a limit outside the range is rejected with the range`(limit: Int) {
        let error = #expect(throws: ValidationError.self) { try PageLimit.validated(limit) }
        #expect(error?.message.contains("from 1 to 1000") == true)
        #expect(error?.message.contains("\"\(limit)\"") == true)
    }
}
