import DomainKit
import Testing

@testable import Nacre

@Suite("Reading a line of NDJSON")
struct NDJSONDecodingTests {
    private func decode(_ line: String) throws -> Commit.Entry { try NDJSON.decode(Array(line.utf8)) }

    /// A line with the required keys and one more.
    private func line(_ member: String) -> String { #"{"stream":"s-1","type":"T",\#(member)}"# }

    private func mistake(_ line: String) -> NDJSONError? { mistake(Array(line.utf8)) }

    private func mistake(_ line: [UInt8]) -> NDJSONError? {
        do throws(NDJSONError) {
            _ = try NDJSON.decode(line)
            return nil
        } catch {
            return error
        }
    }

    @Test("every key is read")
    func everything() throws {
        let entry = try decode(
            #"{"id":"6F9A0000-1111-2222-3333-444455556666","stream":"item-1","type":"Made","schema":2,"#
                + #""time":"2017-04-20T11:13:14.120Z","tags":["b","a"],"data":{"name":"README.md"},"#
                + #""metadata":{"correlationId":"c"},"position":9,"version":3,"recordedAt":"2020-01-01T00:00:00Z"}"#)
        #expect(entry.stream == "item-1")
        #expect(entry.event.id == EventID("6f9a0000-1111-2222-3333-444455556666"))
        #expect(entry.event.type == "Made")
        #expect(entry.event.schema == 2)
        #expect(entry.event.time?.description == "2017-04-20T11:13:14.120Z")
        #expect(entry.event.tags == ["b", "a"])
        #expect(entry.event.data == Array(#"{"name":"README.md"}"#.utf8))
        #expect(entry.event.metadata == Array(#"{"correlationId":"c"}"#.utf8))
    }

    @Test("stream and type suffice")
    func required() throws {
        let entry = try decode(#"{"type":"T","stream":"s"}"#)
        #expect(entry == Commit.Entry(stream: "s", event: EventData(type: "T", data: [])))
    }

    @Test("data keeps the exact bytes between its outer white space")
    func exactData() throws {
        let entry = try decode(line("\"data\" :\t {\"b\": 1,\"a\" :1e400, \"b\":0.10}  "))
        #expect(entry.event.data == Array("{\"b\": 1,\"a\" :1e400, \"b\":0.10}".utf8))
    }

    @Test("data may be any JSON value", arguments: ["null", "0", "\"x\"", "[]", "true", "\"\\ud800\""])
    func anyData(_ json: String) throws {
        #expect(try decode(line(#""data":\#(json)"#)).event.data == Array(json.utf8))
    }

    @Test("data may nest as deeply as JSON anywhere")
    func nestedData() throws {
        let json = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try decode(line(#""data":\#(json)"#)).event.data == Array(json.utf8))
        let error = mistake(line(#""data":[\#(json)]"#))
        #expect(error?.code == .notJSON)
        // The line around the data is not counted.
        #expect(error?.message.hasSuffix("nesting reaches 513 levels, the limit is 512") == true)
    }

    @Test("metadata keeps the exact bytes, with an empty object or repeated keys too")
    func exactMetadata() throws {
        #expect(
            try decode(line(#""metadata": { "x" : 1,"x":2 } "#)).event.metadata == Array(#"{ "x" : 1,"x":2 }"#.utf8))
        #expect(try decode(line(#""metadata":{}"#)).event.metadata == Array("{}".utf8))
        #expect(try decode(line(#""metadata":{"\ud800":1}"#)).event.metadata == Array(#"{"\ud800":1}"#.utf8))
    }

    @Test("Base64 carries any bytes, zero bytes included")
    func base64() throws {
        let entry = try decode(line(#""dataBase64":"AP8K","metadataBase64":"/w==""#))
        #expect(entry.event.data == [0x00, 0xFF, 0x0A])
        #expect(entry.event.metadata == [0xFF])
        #expect(try decode(line(#""dataBase64":"""#)).event.data == [])
    }

    @Test("escapes in names and keys are resolved, and nothing is normalised")
    func names() throws {
        let entry = try decode(#"{"str\u0065am":"caf\u00e9-\"","type":"cafe\#u{301}","tags":["\ud83e\uddaa","\\"]}"#)
        #expect(Array(entry.stream.text.utf8) == Array("caf\u{E9}-\"".utf8))
        #expect(Array(entry.event.type.text.utf8) == Array("cafe\u{301}".utf8))
        #expect(entry.event.tags == ["🦪", "\\"])
    }

    @Test("position, version and recordedAt are skipped, whatever their JSON")
    func ignored() throws {
        let entry = try decode(line(#""position":{"x":[1]},"version":null,"recordedAt":"never""#))
        #expect(entry == Commit.Entry(stream: "s-1", event: EventData(type: "T", data: [])))
        #expect(mistake(line(#""position":01"#))?.code == .notJSON)
    }

    @Test("white space around the line, line breaks included, is not part of the event")
    func outerWhiteSpace() throws {
        #expect(try decode(" {\"stream\":\"s\",\"type\":\"T\"}\r\n").stream == "s")
    }

    @Test("offsets in a slice count from its beginning")
    func slice() throws {
        let bytes = Array(#"xxxx{"stream":"s","type":"T","data":[1]}yy"#.utf8)
        #expect(try NDJSON.decode(bytes[4..<(bytes.count - 2)]).event.data == Array("[1]".utf8))
    }

    @Test(
        "a line that is not one JSON object is rejected",
        arguments: ["", "x", "[]", "1", "{", #"{"stream":"s","type":"T"}}"#, #"{"stream":"s" "type":"T"}"#, "null"])
    func notJSON(_ text: String) {
        #expect(mistake(text)?.code == .notJSON)
    }

    @Test("bytes that are not UTF-8 are rejected with key and byte")
    func invalidUTF8() throws {
        let bytes = Array(#"{"stream":"s","type":""#.utf8) + [0xC3] + Array(#""}"#.utf8)
        let mistake = try #require(self.mistake(bytes))
        #expect(mistake.code == .notJSON)
        #expect(mistake.message == "\"type\": at byte 22: a string is not UTF-8")
        #expect((mistake.cause as? JSONError)?.code == .invalidUTF8)
    }

    @Test("a line without stream or type is rejected", arguments: [#"{"type":"T"}"#, #"{"stream":"s"}"#, "{}"])
    func missing(_ line: String) {
        #expect(mistake(line)?.code == .missingKey)
    }

    @Test("an unknown key is rejected", arguments: ["Data", "dat", "", "streams", "metadatabase64"])
    func unknown(_ key: String) {
        #expect(mistake(line(#""\#(key)":1"#))?.code == .unknownKey)
    }

    @Test("a repeated key is rejected, whichever it is", arguments: NDJSON.Key.allCases.map(\.rawValue))
    func repeated(_ key: String) {
        let values = [
            "id": #""00000000-0000-0000-0000-000000000000""#, "schema": "1", "time": #""2020-01-01T00:00:00Z""#,
            "tags": "[]", "metadata": "{}",
        ]
        let value = values[key] ?? #""""#
        let once = #""\#(key)":\#(value)"#
        #expect(mistake("{\(once),\(once)}")?.code == .repeatedKey)
    }

    @Test("both forms of data, or of metadata, are rejected")
    func bothForms() {
        #expect(mistake(line(#""data":1,"dataBase64":"""#))?.code == .bothForms)
        #expect(mistake(line(#""dataBase64":"","data":1"#))?.code == .bothForms)
        #expect(mistake(line(#""metadata":{},"metadataBase64":"""#))?.code == .bothForms)
    }

    @Test(
        "a value of the wrong kind or form is rejected with its key",
        arguments: [
            #""id":7"#, #""id":"6f9a""#, #""id":"6f9a0000-1111-2222-3333-44445555666g""#, #""id":null"#, #""time":1"#,
            #""time":"2017-04-20""#, #""time":"2017-02-30T00:00:00Z""#, #""time":"2017-04-20T11:13:14+01:00""#,
            #""time":"2017-04-20T11:13:14.1234567890Z""#, #""dataBase64":"A""#, #""dataBase64":"AA=""#,
            #""dataBase64":"AB==""#,
            #""dataBase64":"A A=""#, #""dataBase64":"_-8=""#, #""dataBase64":1"#, #""metadataBase64":"?""#,
            #""tags":"a""#,
            #""tags":[1]"#, #""tags":{"a":1}"#, #""schema":"1""#, #""schema":1.5"#, #""schema":99999999999999999999"#,
            #""metadata":[]"#, #""metadata":null"#, #""metadata":"x""#, #""metadata":{"actor":1}"#,
            #""metadata":{"actor":""}"#, #""metadata":{"x":1,"correlationId":null}"#,
            #""metadata":{"causationId":"a\n"}"#,
            #""metadata":{"actor":"a","actor":""}"#,
        ])
    func wrongValue(_ member: String) throws {
        let mistake = try #require(self.mistake(line(member)))
        #expect(mistake.code == .invalidValue)
        let key = member.prefix { $0 != ":" }
        #expect(mistake.message.hasPrefix("\(key): "), "\(mistake.message)")
    }

    @Test(
        "an event that a store would reject is rejected",
        arguments: [
            #"{"stream":"","type":"T"}"#, #"{"stream":"s","type":""}"#, #"{"stream":"a\u0000","type":"T"}"#,
            #"{"stream":"s","type":"\u0085"}"#, #"{"stream":"s","type":"T","tags":["a","a"]}"#,
            #"{"stream":"s","type":"T","tags":[""]}"#, #"{"stream":"s","type":"T","schema":0}"#,
            #"{"stream":"s","type":"T","schema":65536}"#, #"{"stream":"s","type":"T","schema":-1}"#,
            #"{"stream":"\#(String(repeating: "s", count: 256))","type":"T"}"#,
            #"{"stream":"s","type":"T","metadata":{"actor":"\#(String(repeating: "a", count: 256))"}}"#,
            #"{"stream":"s","type":"T","metadata":{"x":"\#(String(repeating: "x", count: 65_536))"}}"#,
            #"{"stream":"s","type":"T","tags":[\#((0...64).map { "\"\($0)\"" }.joined(separator: ","))]}"#,
        ])
    func limits(_ line: String) {
        #expect(mistake(line)?.code == .invalidValue)
    }

    @Test("a name of 255 bytes and a schema of 65,535 are within the limits")
    func atTheLimits() throws {
        let name = String(repeating: "n", count: 255)
        let entry = try decode(
            #"{"stream":"\#(name)","type":"\#(name)","schema":65535,"metadata":{"actor":"\#(name)"}}"#)
        #expect(entry.stream.text == name)
        #expect(entry.event.schema == 65_535)
    }

    @Test("a line of 32 MiB is read, and one byte more is rejected")
    func length() throws {
        var bytes = Array(#"{"stream":"s","type":"T"}"#.utf8)
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: NDJSON.lineBytes - bytes.count)
        #expect(try NDJSON.decode(bytes).stream == "s")
        bytes.append(UInt8(ascii: " "))
        #expect(mistake(bytes)?.code == .tooLong)
    }
}
