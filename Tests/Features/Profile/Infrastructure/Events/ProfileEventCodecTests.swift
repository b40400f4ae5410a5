import DomainKit
import Foundation
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct ProfileEventCodecTests {
    private let codec = ProfileEventCodec()

    @Test(arguments: [
        (
            ProfileEvent.identityCompleted(screenName: "Ada", birthday: "1990-12-10"), "IdentityCompleted",
            #"{"screenName":"Ada","birthday":"1990-12-10"}"#, ["screenName:ada"]
        ),
        (
            .screenNameChanged(to: "Lovelace", replacing: "ada"), "ScreenNameChanged", #"{"screenName":"Lovelace"}"#,
            ["screenName:lovelace", "screenName:ada"]
        ),
        (
            .screenNameChanged(to: "Lovelace", replacing: nil), "ScreenNameChanged", #"{"screenName":"Lovelace"}"#,
            ["screenName:lovelace"]
        ),
        (.birthdayCorrected(to: "1990-12-11"), "BirthdayCorrected", #"{"birthday":"1990-12-11"}"#, []),
    ])
    func `an event has these bytes and tags, and survives a round trip`(
        event: ProfileEvent, type: String, json: String, tags: [String]
    ) throws {
        let data = try codec.encode(event)
        #expect(data.type.text == type)
        #expect(data.data == Array(json.utf8))
        #expect(data.tags.map(\.text) == tags)
        #expect(try codec.decode(.recorded(data)) == event)
    }

    @Test
    func `renaming in Swift does not change stored events`() throws {
        try EventLayoutConformance.check(
            codec, named: "ProfileEvent",
            samples: [
                .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"), .birthdayCorrected(to: "1990-12-11"),
            ])
    }

    @Test
    func `every event type is encoded and decoded`() throws {
        try EventCodecConformance.check(
            codec,
            samples: [
                .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"),
                .screenNameChanged(to: "Lovelace", replacing: nil), .birthdayCorrected(to: ""),
            ])
    }

    @Test
    func `events of schema 1 stay readable`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/profiles-schema-1.ndjson")
        let lines = Array(try Data(contentsOf: file))
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .identityCompleted(screenName: "Ada", birthday: "1815-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"),
                .screenNameChanged(to: "LOVELACE", replacing: nil), .birthdayCorrected(to: "1815-12-11"),
            ])
        try EventCodecConformance.check(ndjson: lines, decodedBy: [codec])
    }

    @Test
    func `a change of case only has one tag, because tags may not repeat`() throws {
        let data = try codec.encode(.screenNameChanged(to: "ADA", replacing: "ada"))
        #expect(data.tags == ["screenName:ada"])
        #expect(try codec.decode(.recorded(data)) == .screenNameChanged(to: "ADA", replacing: nil))
    }

    @Test
    func `tags of other kinds do not affect the old name`() throws {
        var data = try codec.encode(.screenNameChanged(to: "Lovelace", replacing: nil))
        data.tags = ["vip", "screenNames:x", "screenName:lovelace", "screenName:ada"]
        #expect(try codec.decode(.recorded(data)) == .screenNameChanged(to: "Lovelace", replacing: "ada"))
    }

    @Test
    func `an unknown event type is foreign`() throws {
        #expect(try codec.decode(.recorded(EventData(type: "ItemCreated", data: [0xFF]))) == nil)
    }

    @Test(arguments: [
        ("IdentityCompleted", #"{"screenName":"Ada"}"#, "\"birthday\""),
        ("IdentityCompleted", #"{"birthday":"1990-12-10"}"#, "\"screenName\""),
        ("ScreenNameChanged", #"{"screenName":["Ada"]}"#, "expected a string, found an array"),
        ("BirthdayCorrected", #"{"birthday":"1990-12-10""#, "the text ends"),
    ])
    func `data that does not fit its type is rejected with the reason`(
        type: String, json: String, reason: String
    ) throws {
        let event = RecordedEvent.recorded(EventData(type: EventType(type), data: Array(json.utf8)))
        let error = try #require(throws: EventDecodingError.self) { try codec.decode(event) }
        #expect(error.message.contains("position 7"))
        #expect(error.message.contains(reason), "\(error.message)")
    }
}

extension RecordedEvent {
    /// The event as recorded at position 7.
    static func recorded(_ event: EventData) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: 0, decimals: 0)
        return RecordedEvent(
            position: 7, stream: "profile-ada", version: 1, id: EventID(high: 0, low: 1), type: event.type,
            schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data, metadata: [],
            isLastOfCommit: true)
    }
}
