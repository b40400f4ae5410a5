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
        (ItemEvent.created(name: "README.md"), "ItemCreated", 1, #"{"name":"README.md"}"#),
        (
            .created(name: "a \"b\" \\ / \u{2028}\u{E9}e\u{301}"), "ItemCreated", 1,
            "{\"name\":\"a \\\"b\\\" \\\\ / \u{2028}\u{E9}e\u{301}\"}"
        ),
        (
            .created(name: "one", owner: .sample), "ItemCreated", 2,
            #"{"name":"one","owner":"7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"}"#
        ),
        (.renamed(name: "two"), "ItemRenamed", 1, #"{"name":"two"}"#),
        (.completed, "ItemCompleted", 1, "{}"), (.reopened, "ItemReopened", 1, "{}"),
        (.deleted, "ItemDeleted", 1, "{}"), (.restored, "ItemRestored", 1, "{}"),
    ])
    func `an event has this schema and these bytes, and survives a round trip`(
        event: ItemEvent, type: String, schema: Int, json: String
    ) throws {
        let data = try codec.encode(event)
        #expect(data.type.text == type)
        #expect(data.data == Array(json.utf8))
        #expect(data.tags.isEmpty)
        #expect(data.schema == schema)
        let decoded = try #require(try codec.decode(.recorded(data)))
        #expect("\(decoded)".utf8.elementsEqual("\(event)".utf8))
    }

    @Test
    func `every event type is encoded and decoded`() throws {
        try EventCodecConformance.check(
            codec,
            samples: [
                .created(name: "one"), .created(name: "", owner: .sample), .renamed(name: ""), .completed, .reopened,
                .deleted, .restored,
            ])
    }

    @Test
    func `renaming in Swift does not change stored events`() throws {
        try EventLayoutConformance.check(
            ItemEvent.self,
            samples: [
                .created(name: "one"), .created(name: "one", owner: .sample), .renamed(name: "two"), .completed,
                .reopened, .deleted, .restored,
            ])
    }

    @Test
    func `events of schema 1 stay readable`() throws {
        let lines = try golden("items-schema-1.ndjson")
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .created(name: "README.md"), .renamed(name: "Caf\u{E9} 🦪.md"), .completed, nil, .reopened, .deleted,
            ])
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec], ignoring: ["FileModified"])
    }

    @Test
    func `the restoring of a deleted item stays readable`() throws {
        let lines = try golden("items-restored.ndjson")
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .created(name: "Buy milk"), .deleted, .restored, .completed,
            ])
    }

    @Test
    func `an item's creation of schema 2 names its owner, if there is one`() throws {
        #expect(
            try EventCodecConformance.read(ndjson: golden("items-schema-2.ndjson"), by: codec) == [
                .created(name: "Buy milk", owner: .sample), .renamed(name: "Buy oat milk"),
                .created(name: "Of the operator"), .created(name: "Of the operator too"),
                .created(name: "Capitals", owner: .sample), .created(name: "Null"),
            ])
    }

    @Test
    func `an owner in an event of schema 1 is an unknown field, and is skipped`() throws {
        let json = #"{"name":"one","owner":"7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"}"#
        let event = EventData(type: "ItemCreated", data: Array(json.utf8))
        #expect(try codec.decode(.recorded(event)) == .created(name: "one"))
    }

    @Test
    func `new events have the newest schema of their type`() {
        let types: [EventType] = ["ItemCreated", "ItemRenamed", "ItemCompleted", "FileModified"]
        #expect(types.map(codec.currentSchema) == [2, 1, 1, nil])
        #expect(ItemsProjection().currentSchema(of: "ItemCreated") == 2)
    }

    private func golden(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        return Array(try Data(contentsOf: folder.appending(path: name)))
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
            case .created(let name, _), .renamed(let name):
                let named = try JSONDecoder().decode(Named.self, from: Data(entry.event.data))
                #expect(named.name.utf8.elementsEqual(name.utf8))
            case .completed, .reopened, .deleted, .restored, .erased: #expect(entry.event.data == Array("{}".utf8))
            case nil: #expect(entry.event.type == "FileModified")
            }
        }
    }

    @Test(arguments: [
        (ItemEvent.created(name: "one"), 4, "schema 4, the newest that this program knows is 3"),
        (.renamed(name: "one"), 3, "schema 3, the newest that this program knows is 2"),
    ])
    func `an event of a newer schema is rejected, not misread`(event: ItemEvent, schema: Int, reason: String) throws {
        var event = try codec.encode(event)
        event.schema = schema
        let error = #expect(throws: EventDecodingError.self) { try codec.decode(.recorded(event)) }
        #expect(error?.code == .newerSchema)
        #expect(error?.message.contains(reason) == true)
    }

    @Test(arguments: [
        (
            #"{"name":"one","owner":"7d1e0a52"}"#, EventDecodingError.Code.malformed,
            #"its owner "7d1e0a52" is not a UUID"#
        ),
        (#"{"name":"one","owner":7}"#, .malformed, "found a number"),
        (#"{"name":"one","owner":""}"#, .malformed, "is not a UUID"),
        (#"{"owner":"7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"}"#, .missingField, #""name""#),
        (#"{"name":"one","owner":null,"owner":null}"#, .repeatedField, #""owner""#),
    ])
    func `data of schema 2 that does not fit is rejected, with the reason`(
        json: String, code: EventDecodingError.Code, reason: String
    ) throws {
        let event = EventData(type: "ItemCreated", schema: 2, data: Array(json.utf8))
        let error = try #require(throws: EventDecodingError.self) { try codec.decode(.recorded(event)) }
        #expect(error.code == code)
        #expect(error.message.contains(reason), "\(error.message)")
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

extension ItemOwner {
    /// An owner, 7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48.
    static let sample = ItemOwner(high: 0x7d1e_0a52_93c4_4b7f, low: 0x8a06_5e2c_1f9b_3d48)
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
