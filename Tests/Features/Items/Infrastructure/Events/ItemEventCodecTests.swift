import DomainKit
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreTesting
import Testing

@Suite
struct ItemEventCodecTests {
    private let codec = ItemEvent.codec

    @Test(arguments: [
        (ItemEvent.created(name: "README.md"), "ItemCreated", #"{"name":"README.md"}"#),
        (
            .created(name: "a \"b\" \\ / \u{2028}\u{E9}e\u{301}"), "ItemCreated",
            "{\"name\":\"a \\\"b\\\" \\\\ / \u{2028}\u{E9}e\u{301}\"}"
        ),
        (.renamed(name: "two"), "ItemRenamed", #"{"name":"two"}"#),
        (.completed, "ItemCompleted", "{}"), (.reopened, "ItemReopened", "{}"), (.deleted, "ItemDeleted", "{}"),
    ])
    func `an event has these bytes, and survives a round trip`(event: ItemEvent, type: String, json: String) throws {
        let data = try codec.encode(event)
        #expect(data.type.text == type)
        #expect(data.data == Array(json.utf8))
        #expect(data.tags.isEmpty)
        #expect(data.schema == 1)
        let decoded = try #require(try codec.decode(.recorded(data)))
        #expect("\(decoded)".utf8.elementsEqual("\(event)".utf8))
    }

    @Test
    func `every event type is encoded and decoded`() throws {
        try EventCodecConformance.check(
            codec, samples: [.created(name: "one"), .renamed(name: ""), .completed, .reopened, .deleted])
    }

    @Test
    func `renaming in Swift does not change stored events`() throws {
        try EventLayoutConformance.check(
            ItemEvent.self, samples: [.created(name: "one"), .renamed(name: "two"), .completed, .reopened, .deleted])
    }

    @Test
    func `events of schema 1 stay readable`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/items-schema-1.ndjson")
        let lines = Array(try Data(contentsOf: file))
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .created(name: "README.md"), .renamed(name: "Caf\u{E9} 🦪.md"), .completed, nil, .reopened, .deleted,
            ])
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec], ignoring: ["FileModified"])
    }

    @Test
    func `every event of a real item history is decoded as JSONDecoder decodes it`() throws {
        struct Named: Decodable {
            var name: String
        }
        let tests = URL(filePath: #filePath).appending(path: "../../../../../").standardizedFileURL
        let lines = Array(try Data(contentsOf: tests.appending(path: "Fixtures/lmdb-history.ndjson")))
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec], ignoring: ["FileModified"])
        let events = try EventCodecConformance.read(ndjson: lines, by: codec)
        #expect(events.count == 1792)
        for (line, event) in zip(lines.split(separator: UInt8(ascii: "\n")), events) {
            let entry = try NDJSON.decode(line)
            switch event {
            case .created(let name), .renamed(let name):
                let named = try JSONDecoder().decode(Named.self, from: Data(entry.event.data))
                #expect(named.name.utf8.elementsEqual(name.utf8))
            case .completed, .reopened, .deleted: #expect(entry.event.data == Array("{}".utf8))
            case nil: #expect(entry.event.type == "FileModified")
            }
        }
    }

    @Test
    func `an event of a newer schema is rejected, not misread`() throws {
        var event = try codec.encode(.created(name: "one"))
        event.schema = 2
        let error = #expect(throws: EventDecodingError.self) { try codec.decode(.recorded(event)) }
        #expect(error?.code == .newerSchema)
    }

    @Test
    func `an unknown event type is foreign, whatever its data`() throws {
        for type in ["FileModified", "itemCreated", "ItemCreated ", "IdentityCompleted"] {
            #expect(try codec.decode(.recorded(EventData(type: EventType(type), data: [0xFF]))) == nil)
        }
    }

    @Test
    func `unknown fields and white space are skipped`() throws {
        let json = #" { "color" : [1, {"name": "no"}], "name" : "one" } "#
        let event = EventData(type: "ItemCreated", data: Array(json.utf8))
        #expect(try codec.decode(.recorded(event)) == .created(name: "one"))
    }

    @Test(arguments: [
        ("ItemCreated", "{}", EventDecodingError.Code.missingField, "\"name\""),
        ("ItemRenamed", #"{"nam\u0065":"a","name":"b"}"#, .repeatedField, "\"name\""),
        ("ItemCreated", #"{"name":7}"#, .malformed, "expected a string, found a number"),
        ("ItemCreated", #"{"name":"a"} x"#, .malformed, "byte 13"),
        ("ItemCreated", "", .malformed, "the text ends"), ("ItemDeleted", "[]", .malformed, "expected an object"),
        ("ItemCompleted", "null", .malformed, "expected an object"),
    ])
    func `data that does not fit its type is rejected, with event and reason`(
        type: String, json: String, code: EventDecodingError.Code, reason: String
    ) throws {
        let event = RecordedEvent.recorded(EventData(type: EventType(type), data: Array(json.utf8)))
        let error = try #require(throws: EventDecodingError.self) { try codec.decode(event) }
        #expect(error.code == code)
        #expect(error.position == 7)
        #expect(error.type.text == type)
        for part in ["position 7", "\"\(type)\"", "\"item-1\"", reason] {
            #expect(error.message.contains(part), "\(error.message)")
        }
    }
}

extension RecordedEvent {
    /// The event as recorded at position 7.
    static func recorded(_ event: EventData) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: 0, decimals: 0)
        return RecordedEvent(
            position: 7, stream: "item-1", version: 1, id: EventID(high: 0, low: 1), type: event.type,
            schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data, metadata: [],
            isLastOfCommit: true)
    }
}
