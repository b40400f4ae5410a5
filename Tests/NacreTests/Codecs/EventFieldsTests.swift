import Foundation
import TestRandomness
import Testing

@testable import Nacre

@Suite("Reading an event's fields")
struct EventFieldsTests {
    /// Reads texts by name, in the order of the names.
    private func texts(_ names: [String], in json: String) throws(EventDecodingError) -> [String?] {
        let event = RecordedEvent.example(json: json)
        var fields = EventFields(of: event.view)
        var texts: [String?] = []
        for name in names { texts.append(try fields.textIfPresent(name)) }
        try fields.end()
        return texts
    }

    private func error(_ body: () throws(EventDecodingError) -> some Any) -> EventDecodingError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "fields are found in any order",
        arguments: [
            ["a", "b", "c"], ["c", "b", "a"], ["b", "a", "c"], ["b"], ["c"], [], ["a", "a"], ["c", "a", "c"],
        ])
    func order(_ names: [String]) throws {
        let values = ["a": "1", "b": "2", "c": "3"]
        #expect(try texts(names, in: #" { "a" : "1" , "b":"2","c":"3"} "#) == names.map { values[$0] })
    }

    @Test("more fields are found than fit in one pass", arguments: [false, true])
    func many(isReversed: Bool) throws {
        let names = (0..<40).map { "f\($0)" }
        let json = "{" + names.map { "\"\($0)\":\"v\($0)\"" }.joined(separator: ",") + "}"
        let asked = isReversed ? names.reversed() : names
        #expect(try texts(asked, in: json) == asked.map { "v\($0)" })
    }

    @Test("a missing or null field is nil", arguments: ["{}", #"{"x":null}"#, #"{"b":"x","x":null,"c":{}}"#])
    func missing(_ json: String) throws {
        #expect(try texts(["x", "y"], in: json) == [nil, nil])
        let event = RecordedEvent.example(json: json)
        let error = error { () throws(EventDecodingError) in
            var fields = EventFields(of: event.view)
            return try fields.text("y")
        }
        #expect(error?.code == .missingField)
        #expect(error?.message.contains("\"y\"") == true)
    }

    @Test(
        "a requested field that occurs twice is rejected, wherever it is",
        arguments: [
            (["a"], #"{"a":"1","a":"2"}"#), (["a"], #"{"a":"1","b":"2","a":"1"}"#),
            (["b"], #"{"a":"1","b":"2","b":"3"}"#),
            (["a", "b"], #"{"a":"1","b":"2","a":"3"}"#), (["b", "a"], #"{"a":"1","b":"2","a":"3"}"#),
            (["a", "b"], #"{"b":"1","a":"2","b":"3"}"#), (["a"], #"{"a":"1","\u0061":"2"}"#),
            (["a"], #"{"\u0061":"1","a":"2"}"#), (["a", "c"], #"{"a":"1","b":{"a":"x"},"c":"2","a":"3"}"#),
            ((0..<9).map { "f\($0)" }, "{" + (0..<9).map { "\"f\($0)\":\"\"" }.joined(separator: ",") + #","f8":""}"#),
        ])
    func repeated(names: [String], json: String) {
        #expect(error { () throws(EventDecodingError) in try texts(names, in: json) }?.code == .repeatedField)
    }

    @Test("fields that are not requested may repeat, also inside another value")
    func unasked() throws {
        #expect(try texts(["a"], in: #"{"x":1,"x":{"a":2,"a":3},"a":"1","x":[{"a":4}]}"#) == ["1"])
    }

    @Test("names are compared byte for byte, with escapes resolved")
    func names() throws {
        #expect(try texts(["name"], in: #"{"n\u0061me":"x"}"#) == ["x"])
        #expect(try texts(["caf\u{E9}"], in: "{\"cafe\u{301}\":\"x\"}") == [nil])
        #expect(try texts(["a"], in: #"{"\ud800":"half","a":"x"}"#) == ["x"])
    }

    @Test(
        "skipped values must still be valid JSON",
        arguments: [
            "", "[]", "null", #"{"a":"1"} x"#, #"{"a":"1",}"#, #"{"a":"1","b":01}"#, #"{"b":[1,],"a":"1"}"#,
            #"{"a":"1""#,
            "{\"a\":\"1\",\"b\":\"\u{1}\"}", "{\"a\":\"1\",\"b\":" + String(repeating: "[", count: 512),
        ])
    func malformed(_ json: String) {
        for names in [["a"], []] {
            #expect(error { () throws(EventDecodingError) in try texts(names, in: json) }?.code == .malformed)
        }
    }

    @Test("keys and values that are not UTF-8 are rejected, requested or not")
    func invalidUTF8() {
        for parts in [["{\"a\":\"", "\"}"], ["{\"", "\":1}"], ["{\"b\":\"", "\"}"]] {
            let data = Array(parts[0].utf8) + [0xFF] + Array(parts[1].utf8)
            let event = RecordedEvent.example(EventData(type: "X", data: data))
            let error = error { () throws(EventDecodingError) in
                var fields = EventFields(of: event.view)
                _ = try fields.textIfPresent("a")
                try fields.end()
                return 0
            }
            #expect(error?.code == .malformed)
            #expect(error?.message.contains("UTF-8") == true)
        }
    }

    @Test("a value of another kind is rejected with its place")
    func mismatch() {
        let event = RecordedEvent.example(json: #"{"a":1}"#)
        let error = error { () throws(EventDecodingError) in
            var fields = EventFields(of: event.view)
            return try fields.text("a")
        }
        #expect(error?.code == .malformed)
        #expect(error?.reason == "at byte 5: expected a string, found a number")
        #expect((error?.cause as? JSONError)?.code == .typeMismatch)
        #expect(error?.position == 7)
    }

    @Test("every kind of value is read")
    func values() throws {
        struct Point: Equatable {
            var x: Int
            var y: Int
        }
        let event = RecordedEvent.example(
            json: #"{"t":"x","i":-7,"n":2.5e-3,"b":true,"l":["a","b"],"p":{"y":2,"x":1},"none":null}"#)
        var fields = EventFields(of: event.view)
        #expect(try fields.text("t") == "x")
        #expect(try fields.integer("i") == -7)
        #expect(try fields.number("n") == 0.0025)
        #expect(try fields.bool("b"))
        #expect(try fields.texts("l") == ["a", "b"])
        let point = try fields.value("p") { reader in
            var point = Point(x: 0, y: 0)
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "x": point.x = try reader.readInt()
                case "y": point.y = try reader.readInt()
                default: break
                }
            }
            return point
        }
        #expect(point == Point(x: 1, y: 2))
        #expect(try fields.textIfPresent("none") == nil)
        #expect(try fields.valueIfPresent("gone") { try $0.readInt() } == nil)
        try fields.end()
    }

    @Test("an error thrown by the caller names the event")
    func ownError() {
        struct Unreal: Error {}
        let event = RecordedEvent.example(json: #"{"a":"x"}"#)
        let error = error { () throws(EventDecodingError) in
            var fields = EventFields(of: event.view)
            return try fields.value("a") { reader in
                _ = try reader.readString()
                throw Unreal()
            } as Int
        }
        #expect(error?.cause is Unreal)
        #expect(error?.stream == "order-1")
    }

    @Test(
        "a field that failed to be read can be read again as another type",
        arguments: [
            #"{"a":"x","n":99999999999999999999,"b":"y"}"#, #"{"n":99999999999999999999,"a":"x","b":"y"}"#,
            #"{"b":"y","a":"x","n":99999999999999999999}"#,
        ])
    func again(_ json: String) throws {
        let event = RecordedEvent.example(json: json)
        var fields = EventFields(of: event.view)
        #expect(try fields.text("a") == "x")
        for _ in 0..<2 {
            let error = error { () throws(EventDecodingError) in try fields.integer("n") }
            #expect((error?.cause as? JSONError)?.code == .outOfRange)
        }
        #expect(error { () throws(EventDecodingError) in try fields.bool("n") }?.code == .malformed)
        #expect(try fields.number("n") == 1e20)
        #expect(try fields.text("b") == "y")
        try fields.end()
    }

    @Test("the unread rest of a value is skipped and validated", arguments: [["l", "b"], ["b", "l"]])
    func leftUnread(names: [String]) throws {
        func read(_ json: String) throws -> [Int] {
            let event = RecordedEvent.example(json: json)
            var fields = EventFields(of: event.view)
            var found: [Int] = []
            for name in names {
                found.append(
                    try fields.value(name) { reader in
                        try reader.beginArray()
                        guard try reader.nextElement() else { return 0 }
                        try reader.beginObject()
                        _ = try reader.nextKey()
                        return try reader.readInt()
                    })
            }
            try fields.end()
            return found
        }
        let one = #"[{"x":1,"y":[2,{"z":3}]},4]"#
        #expect(try read(#"{"l":\#(one),"b":\#(one)}"#) == [1, 1])
        for wrong in ["[{\"x\":1,\"y\":[2,]}]", "[{\"x\":1,}]", "[{\"x\":1}", "[{\"x\":1} 2]"] {
            #expect(throws: EventDecodingError.self) { try read(#"{"l":\#(wrong),"b":\#(one)}"#) }
            #expect(throws: EventDecodingError.self) { try read(#"{"l":\#(one),"b":\#(wrong)}"#) }
        }
    }

    @Test("the same texts are found as by Foundation, in any order", arguments: 0..<4 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var values: [String: String] = [:]
            for _ in 0..<random.below(12) { values["k\(random.below(30))"] = "v\(random.below(1000))" }
            var json = "{"
            for (index, name) in values.keys.shuffled(using: &random).enumerated() {
                if index > 0 { json += "," }
                if random.chance(20) { json += #""extra\#(index)":[{"k1":"inner"}],"# }
                json += "\"\(name)\":\"\(values[name] ?? "")\""
            }
            json += "}"
            let found = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            let asked = (0..<30).map { "k\($0)" }.shuffled(using: &random)
            #expect(try texts(asked, in: json) == asked.map { found?[$0] as? String }, "\(json)")
        }
    }
}
