import Foundation
import Testing

@testable import Nacre

@Suite("Reading JSON")
struct JSONReaderTests {
    private struct Item: Equatable {
        var name = ""
        var count = 0
        var isDone = false
        var note: String?
        var tags: [String] = []
    }

    private func item(_ text: String) throws(JSONError) -> Item {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        var item = Item()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": item.name = try reader.readString()
            case "count": item.count = try reader.readInt()
            case "isDone": item.isDone = try reader.readBool()
            case "note": item.note = try reader.readNull() ? nil : try reader.readString()
            case "tags":
                try reader.beginArray()
                while try reader.nextElement() { item.tags.append(try reader.readString()) }
            default: break
            }
        }
        try reader.end()
        return item
    }

    private func string(_ json: String) throws(JSONError) -> String {
        let bytes = Array(json.utf8)
        var reader = JSONReader(bytes.span)
        let text = try reader.readString()
        try reader.end()
        return text
    }

    private func int(_ json: String) throws(JSONError) -> Int {
        let bytes = Array(json.utf8)
        var reader = JSONReader(bytes.span)
        return try reader.readInt()
    }

    private func code(_ body: () throws(JSONError) -> some Any) -> JSONError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test("an object is read key by key, in any order")
    func object() throws {
        #expect(
            try item(#" { "count" : -7, "tags": ["a", "b"], "note": "n", "isDone": true, "name": "Milk" } "#)
                == Item(name: "Milk", count: -7, isDone: true, note: "n", tags: ["a", "b"]))
    }

    @Test("a value that is not read is skipped, at any depth")
    func unread() throws {
        #expect(try item(#"{"x":{"name":["y",{"name":1}]},"name":"Milk","z":[[]]}"#) == Item(name: "Milk"))
    }

    @Test("null is read in place, and other values are left unread")
    func null() throws {
        #expect(try item(#"{"note":null}"#).note == nil)
        #expect(try item(#"{"note":"null"}"#).note == "null")
    }

    @Test("elements that are not read are skipped")
    func unreadElements() throws {
        let bytes = Array(#"[1,{"a":[2]},"x"]"#.utf8)
        var reader = JSONReader(bytes.span)
        try reader.beginArray()
        var count = 0
        while try reader.nextElement() { count += 1 }
        try reader.end()
        #expect(count == 3)
    }

    @Test("a skipped value gives its range without surrounding white space")
    func skippedRange() throws {
        let bytes = Array(#"{"a": [1, 2] ,"b":3}"#.utf8)
        var reader = JSONReader(bytes.span)
        try reader.beginObject()
        _ = try reader.nextKey()
        let range = try reader.skipValue()
        #expect(String(decoding: bytes[range], as: UTF8.self) == "[1, 2]")
    }

    @Test("escapes are resolved")
    func escapes() throws {
        #expect(try string(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u65e5\uD83E\udDAA\u0000""#) == "\"\\/\u{8}\u{C}\n\r\tAé日🦪\0")
        #expect(try item(#"{"n\u0061me":"x"}"#).name == "x")
    }

    @Test("text is not normalised")
    func normalisation() throws {
        #expect(try Array(string("\"cafe\u{301}\"").utf8) == Array("cafe\u{301}".utf8))
        #expect(try Array(string(#""e\u0301\t""#).utf8) == Array("e\u{301}\t".utf8))
    }

    @Test(
        "half of a surrogate pair has no text",
        arguments: [
            #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n12345""#, #""\ud800\ud800""#, #""\udc00\ud800""#,
            #""\ud800\u0041""#,
        ])
    func loneSurrogate(_ json: String) {
        #expect(code { () throws(JSONError) in try string(json) } == .loneSurrogate)
    }

    @Test("a string that is not UTF-8 is rejected when it is read, as value and as key")
    func invalidUTF8() throws {
        let bytes: [UInt8] = [0x22, 0x61, 0xFF, 0x22]
        #expect(throws: JSONError(.invalidUTF8, at: 2, "a string is not UTF-8")) {
            var reader = JSONReader(bytes.span)
            _ = try reader.readString()
        }
        let escaped: [UInt8] = [0x22, 0x5C, 0x6E, 0xFF, 0x22]
        #expect(throws: JSONError(.invalidUTF8, at: 3, "a string is not UTF-8")) {
            var reader = JSONReader(escaped.span)
            _ = try reader.readString()
        }
        let object = Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8)
        #expect(throws: JSONError(.invalidUTF8, at: 2, "a string is not UTF-8")) {
            var reader = JSONReader(object.span)
            try reader.beginObject()
            _ = try reader.nextKey()
        }
    }

    @Test("integers are read over the whole range of Int", arguments: [0, -1, 42, Int.max, Int.min])
    func integers(_ value: Int) throws {
        #expect(try int(String(value)) == value)
    }

    @Test(
        "integers outside Int are rejected",
        arguments: ["9223372036854775808", "-9223372036854775809", "99999999999999999999"])
    func outOfRange(_ json: String) {
        #expect(code { () throws(JSONError) in try int(json) } == .outOfRange)
    }

    @Test("numbers with fraction or exponent are not integers", arguments: ["1.0", "1e2", "-0.5E1"])
    func fractions(_ json: String) {
        #expect(code { () throws(JSONError) in try int(json) } == .typeMismatch)
    }

    @Test(
        "a value of another kind is rejected",
        arguments: [
            #"{"name":1}"#, #"{"name":null}"#, #"{"count":"1"}"#, #"{"count":true}"#, #"{"isDone":1}"#,
            #"{"isDone":"true"}"#,
            #"{"tags":{}}"#, #"{"tags":[1]}"#, #"[]"#, #""x""#, #"{"note":7}"#,
        ])
    func mismatch(_ json: String) {
        #expect(code { () throws(JSONError) in try item(json) } == .typeMismatch)
    }

    @Test(
        "invalid syntax is rejected while reading",
        arguments: [
            "", "{", #"{"name""#, #"{"name":"#, #"{"name":}"#, #"{"name":"x""#, #"{"name":"x",}"#, #"{"name":"x"}}"#,
            #"{"tags":["a"}"#, #"{"tags":["a",]}"#, #"{"x":1 "y":2}"#, #"{"name":"x"} 1"#,
        ])
    func syntax(_ json: String) {
        #expect(code { () throws(JSONError) in try item(json) } == .syntax)
    }

    @Test("a document whose value is half read is not at its end")
    func endTooEarly() throws {
        let bytes = Array("[1]".utf8)
        var reader = JSONReader(bytes.span)
        try reader.beginArray()
        #expect(code { () throws(JSONError) in try reader.end() } == .syntax)
    }

    @Test("entering containers is limited to 512 levels too")
    func nesting() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 513)
        var reader = JSONReader(bytes.span)
        for _ in 0..<512 {
            try reader.beginArray()
            #expect(try reader.nextElement())
        }
        let expected = JSONError(.nesting, at: 512, "nesting reaches 513 levels, the limit is 512")
        #expect(throws: expected) { try reader.beginArray() }
    }
}
