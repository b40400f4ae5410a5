import DomainKit
import Testing

@testable import Nacre

@Suite("Writing a line of NDJSON")
struct NDJSONEncodingTests {
    private func event(
        schema: Int = 1, tags: [Nacre.Tag] = [], data: [UInt8] = Array("{}".utf8), metadata: [UInt8] = []
    ) -> RecordedEvent {
        RecordedEvent(
            position: 17, stream: "item-1", version: 3, id: EventID(high: 0xABCD_EF01_0000_0000, low: 0xF),
            type: "Made",
            schema: schema, time: Instant(nanosecondsSince1970: 1_500_000_000, decimals: 3),
            recordedAt: Instant(nanosecondsSince1970: 0, decimals: 6), tags: tags, data: data, metadata: metadata,
            isLastOfCommit: true)
    }

    private func line(_ event: RecordedEvent) -> String {
        var bytes: [UInt8] = []
        NDJSON.write(event, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("keys are written in order, without default values")
    func order() {
        #expect(
            line(event())
                == #"{"id":"abcdef01-0000-0000-0000-00000000000f","stream":"item-1","type":"Made","#
                + #""time":"1970-01-01T00:00:01.500Z","data":{},"#
                + #""position":17,"version":3,"recordedAt":"1970-01-01T00:00:00.000000Z"}"#)
        #expect(
            line(event(schema: 2, tags: ["b", "a"], metadata: Array(#"{"actor":"x"}"#.utf8)))
                == #"{"id":"abcdef01-0000-0000-0000-00000000000f","stream":"item-1","type":"Made","schema":2,"#
                + #""time":"1970-01-01T00:00:01.500Z","tags":["b","a"],"data":{},"metadata":{"actor":"x"},"#
                + #""position":17,"version":3,"recordedAt":"1970-01-01T00:00:00.000000Z"}"#)
    }

    @Test("a line is appended to the existing bytes")
    func appending() {
        var bytes = Array("x\n".utf8)
        NDJSON.write(event(), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "x\n" + line(event()))
    }

    @Test(
        "data that is one line of JSON is written unchanged",
        arguments: ["{ \"a\" : 1 }", "null", "\"\\n\u{2028}\"", "1e999"])
    func plain(_ json: String) {
        #expect(line(event(data: Array(json.utf8))).contains(#","data":\#(json),"#))
    }

    @Test(
        "data that would change in a round trip is written as Base64",
        arguments: [
            "": "", "{": "ew==", " {}": "IHt9", "{} ": "e30g", "{\n}": "ewp9", "{\r}": "ew19", "{}{}": "e317fQ==",
            "\n1": "CjE=",
        ])
    func base64(_ data: String, _ text: String) {
        #expect(line(event(data: Array(data.utf8))).contains(#","dataBase64":"\#(text)","#))
    }

    @Test("data that is not UTF-8 is written as Base64")
    func binary() {
        #expect(line(event(data: [0x22, 0xFF, 0x22])).contains(#","dataBase64":"Iv8i","#))
    }

    @Test(
        "metadata that import would reject as an object is written as Base64",
        arguments: ["x", "[]", "1", "{\n}", " {}", #"{"actor":1}"#, #"{"actor":""}"#, #"{"correlationId":"\u0000"}"#])
    func metadataBase64(_ metadata: String) {
        let line = line(event(metadata: Array(metadata.utf8)))
        #expect(line.contains(#","metadataBase64":"\#(Base64.encode(Array(metadata.utf8)))","#))
    }
}
