import Foundation
import Testing

@testable import Nacre

@Suite("Validating JSON")
struct JSONValidationTests {
    private func code(_ text: String) -> JSONError.Code? { code(Array(text.utf8)) }

    private func code(_ bytes: [UInt8]) -> JSONError.Code? {
        do {
            try JSONReader.validate(bytes.span)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "documents allowed by RFC 8259 pass",
        arguments: [
            "0", "-0", "1.5e+10", "1E-2", "-0.0", "12345678901234567890123456789012345678901234567890", "true", "false",
            "null", "\"\"", "\"a/b\\/c\"", "\"\\u0000\"", "\"\u{7F}\"", "[]", "{}", "[1,[2,[]],{}]",
            " { \"a\" : [ 1 ] } ",
            "{\"a\":1,\"a\":2}", "\t\r\n1\t\r\n", "{\"\":\"\"}",
        ])
    func valid(_ text: String) {
        #expect(code(text) == nil)
    }

    @Test(
        "documents not allowed by RFC 8259 are rejected",
        arguments: [
            "", " ", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "tru", "truee", "nul", "True",
            "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"", "\"\n\"", "\"\t\"", "\"\u{0}\"", "[", "[1",
            "[1,", "[1,]",
            "[,1]", "[1 2]", "]", "[}", "{]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{,}", "{\"a\" 1}",
            "{a:1}",
            "{1:1}", "{\"a\":1 \"b\":2}", "1 2", "{}{}", "1,", "//c\n1", "/**/1", "\u{A0}1", "1\u{0}", "\u{FEFF}1",
        ])
    func invalid(_ text: String) {
        #expect(code(text) == .syntax)
    }

    @Test(
        "bytes that are not UTF-8 are rejected, in values and in keys",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82],
        ] as [[UInt8]])
    func invalidUTF8(_ bytes: [UInt8]) {
        #expect(code([0x22] + bytes + [0x22]) == .invalidUTF8)
        #expect(code([0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D]) == .invalidUTF8)
    }

    @Test("every byte is checked alike, wherever it is in a text", arguments: [1, 7, 8, 9, 15, 16, 17])
    func everyByte(length: Int) {
        for place in 0..<length {
            for byte in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                text[place] = byte
                let found = code([0x22] + text + [0x22])
                switch byte {
                case 0..<0x20, 0x22, 0x5C: #expect(found == .syntax, "0x\(String(byte, radix: 16)) at \(place)")
                case 0x80...: #expect(found == .invalidUTF8, "0x\(String(byte, radix: 16)) at \(place)")
                default: #expect(found == nil, "0x\(String(byte, radix: 16)) at \(place)")
                }
            }
        }
    }

    @Test("512 levels of nesting pass, and 513 are rejected with both figures", arguments: ["[", "{\"a\":"])
    func nesting(_ opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels - 1) + (opening == "[" ? "[]" : "{}")
                + String(repeating: closing, count: levels - 1)
        }
        #expect(code(nested(512)) == nil)
        let offset = 512 * opening.utf8.count
        #expect(throws: JSONError(.nesting, at: offset, "nesting reaches 513 levels, the limit is 512")) {
            try JSONReader.validate(Array(nested(513).utf8).span)
        }
    }

    @Test("closing brackets must match at every level, beyond the first 64 too")
    func mixedNesting() {
        let opening = (0..<300).map { $0 % 3 == 0 ? "{\"k\":" : "[" }.joined()
        let closing = (0..<300).reversed().map { $0 % 3 == 0 ? "}" : "]" }.joined()
        #expect(code(opening + "1" + closing) == nil)
        #expect(code(opening + "1" + closing.replacing("]}]", with: "]]]", maxReplacements: 1)) == .syntax)
    }

    @Test("an escaped half of a surrogate pair is valid syntax")
    func loneSurrogate() {
        #expect(code("\"\\ud800\"") == nil)
    }

    @Test("the range excludes surrounding white space and includes inner white space")
    func range() throws {
        #expect(try JSONReader.validate(Array(" \t{ \"a\": 1 }\r\n".utf8).span) == 2..<12)
        #expect(try JSONReader.validate(Array("17".utf8).span) == 0..<2)
    }

    @Test("an error gives its byte offset")
    func offset() {
        #expect(throws: JSONError(.syntax, at: 4, "expected a comma or the end of the array, found '2'")) {
            try JSONReader.validate(Array("[10 2]".utf8).span)
        }
        #expect(throws: JSONError(.invalidUTF8, at: 3, "a string is not UTF-8")) {
            try JSONReader.validate([0x22, 0x61, 0x62, 0xFF, 0x22].span)
        }
        #expect(throws: JSONError(.syntax, at: 0, "expected a value, found the byte 0xEF")) {
            try JSONReader.validate(Array("\u{FEFF}1".utf8).span)
        }
    }

    @Test("documents that are valid by construction pass, as in Foundation", arguments: 0..<4 as Range<UInt64>)
    func generated(seed: UInt64) {
        var generator = JSONGenerator(seed: seed)
        for _ in 0..<500 {
            let document = generator.document()
            #expect(code(document) == nil, "\(String(decoding: document, as: UTF8.self))")
            #expect(FoundationJSON.accepts(document), "\(String(decoding: document, as: UTF8.self))")
        }
    }

    @Test("of corrupted documents the same ones are rejected as by Foundation", arguments: 0..<4 as Range<UInt64>)
    func spoiled(seed: UInt64) {
        var generator = JSONGenerator(seed: 1000 + seed)
        var accepted = 0
        var excused = 0
        let count = 2000
        for _ in 0..<count {
            let document = generator.spoiled(generator.document())
            let isValid = code(document) == nil
            if isValid { accepted += 1 }
            guard isValid != FoundationJSON.accepts(document) else { continue }
            excused += 1
            #expect(
                !FoundationJSON.judgesByTheGrammar(document),
                "\(isValid) for \(String(decoding: document, as: UTF8.self)), \(document)")
        }
        // Both outcomes must have occurred.
        #expect(accepted > count / 20)
        #expect(accepted < count - count / 20)
        #expect(excused < count / 20)
    }
}
