import DomainKit
import Foundation
import Nacre
import NacreMacros
import NacreTesting
import Testing

@Suite struct StoredEventCodecTests {
    /// Each test runs on the macro's codec and on the one of the Codable conformance.
    private let written = MoneyEvent.codec
    private let codable = CodableEventCodec<MoneyEvent>()

    @Test func `the macro stores an event byte for byte as Codable does`() throws {
        for event in try MoneyEvent.samples() {
            let (one, other) = (try written.encode(event), try codable.encode(event))
            #expect(one.type == other.type)
            #expect(one.schema == other.schema)
            #expect(one.tags == other.tags)
            #expect(String(decoding: one.data, as: UTF8.self) == String(decoding: other.data, as: UTF8.self))
        }
    }

    @Test func `the macro and Codable decode each other's events`() throws {
        for event in try MoneyEvent.samples() {
            let recorded = recorded(try written.encode(event))
            #expect(try written.decode(recorded) == event)
            #expect(try codable.decode(recorded) == event)
        }
    }

    @Test func `a type's name is derived from the case, or declared`() throws {
        #expect(try written.encode(.closed).type == "MoneyGone")
        #expect(try written.encode(.counted(1)).type == "MoneyCounted")
        #expect(written.types.type(of: .default) == "MoneyDefault")
        #expect(try written.encode(.moved(to: 1, by: nil, rate: 0, half: 0)).schema == 2)
    }

    @Test(arguments: [
        ("MoneyMoved", 1, #"{"target":4}"#, MoneyEvent.moved(to: 4, by: nil, rate: 1, half: 2)),
        (
            "MoneyCalled", 1, #"{"name":"a","aliases":[],"flag":true}"#,
            .named(name: "a", aliases: [], flag: true, other: nil)
        ),
        (
            "MoneyLabelled", 1, #"{"name":"a","aliases":[],"flag":true}"#,
            .named(name: "a", aliases: [], flag: true, other: nil)
        ),
        ("MoneyRenamed", 1, #"{"cents":5,"more":[{}]}"#, .renamed(amount: 5)),
        (
            "MoneyNamed", 1, #"{"other":null,"flag":true,"aliases":["b"],"name":null}"#,
            .named(name: nil, aliases: ["b"], flag: true, other: nil)
        ),
        ("MoneyMaybe", 1, #"{"value":null}"#, .maybe(nil)),
    ])
    func `formerly stored events decode as present events, by macro and Codable`(
        type: EventType, schema: Int, data: String, event: MoneyEvent
    ) throws {
        let recorded = recorded(EventData(type: type, schema: schema, data: Array(data.utf8)))
        #expect(try written.decode(recorded) == event)
        #expect(try codable.decode(recorded) == event)
    }

    @Test(arguments: [
        ("MoneyCounted", 1, "{}"), ("MoneyCounted", 1, #"{"value":"1"}"#), ("MoneyCounted", 1, "[1]"),
        ("MoneyCounted", 2, #"{"value":1}"#), ("MoneyPlaced", 1, #"{"number":1}"#),
        ("MoneyNamed", 1, #"{"aliases":[],"flag":true,"flag":true}"#),
        ("MoneyListed", 1, #"{"places":[{}],"ids":[],"bytes":""}"#),
        ("MoneyListed", 1, #"{"places":[],"ids":["x"],"bytes":""}"#),
        ("MoneyListed", 1, #"{"places":[],"ids":[],"bytes":"","bytes":""}"#),
        ("MoneySmall", 1, #"{"a":128,"b":0,"c":0}"#), ("MoneyMoved", 1, #"{"to":4,"rate":1,"half":2}"#),
        ("MoneyClosed", 1, "{}"), ("MoneyGone", 1, #"{"a":}"#),
        ("MoneyMixed", 1, #"{"_0":{"street":""},"colour":"green","table":{}}"#),
        ("MoneyMixed", 1, #"{"_0":{"street":""},"colour":"red","table":{"a":"b"}}"#), ("Other", 1, "{}"),
    ])
    func `macro and Codable reject the same data for the same reason`(type: EventType, schema: Int, data: String) {
        let recorded = recorded(EventData(type: type, schema: schema, data: Array(data.utf8)))
        func outcome(_ decode: () throws -> MoneyEvent?) -> String {
            do {
                return try decode().map { "\($0)" } ?? "foreign"
            } catch let error as EventDecodingError {
                return "\(error.code)"
            } catch {
                return "\(error)"
            }
        }
        let both = (outcome { try written.decode(recorded) }, outcome { try codable.decode(recorded) })
        #expect(both.0 == both.1)
    }

    @Test func `a value without a JSON form is rejected with its field`() throws {
        let event = MoneyEvent.moved(to: 1, by: nil, rate: .infinity, half: 0)
        let errors = [written.encode, codable.encode].map { encode in
            #expect(throws: EventEncodingError.self) { try encode(event) }
        }
        #expect(errors[0]?.description == errors[1]?.description)
        #expect(errors[0]?.description.contains("\"rate\"") == true)
    }

    @Test func `an enum of another module is stored as declared there, by cases listed here`() throws {
        let codec = StoredDistantEvent.Codec()
        #expect(DistantEvent.codec.types.type(of: .begun) == "DistantBegun")
        for event in [DistantEvent.begun(name: "a", count: nil), .begun(name: "b", count: 2), .ended] {
            let data = try codec.encode(event)
            #expect(data == (try CodableEventCodec<DistantEvent>().encode(event)).with(id: data.id))
            #expect(try codec.decode(recorded(data)) == event)
        }
    }

    @Test func `a wrong declaration is an error at the first use, by macro and Codable`() throws {
        #expect(throws: EventDeclarationError.self) { try MistakenEvent.codec.encode(.happened) }
        let error = #expect(throws: EventDecodingError.self) {
            try MistakenEvent.codec.decode(recorded(EventData(type: "MistakenHappened", data: Array("{}".utf8))))
        }
        #expect(error?.code == .invalidDeclaration)
        #expect(error?.message.contains("hapened") == true)
    }

    @Test func `the stored form of each event equals the recorded one`() throws {
        try EventLayoutConformance.check(DistantEvent.self, samples: [.begun(name: "a", count: 1), .ended])
    }

    private func recorded(_ event: EventData) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: 0, decimals: 0)
        return RecordedEvent(
            position: 1, stream: "money-1", version: 1, id: .random(), type: event.type, schema: event.schema,
            time: time,
            recordedAt: time, tags: event.tags, data: event.data, metadata: event.metadata, isLastOfCommit: true)
    }
}

extension EventData {
    fileprivate func with(id: EventID?) -> EventData {
        var copy = self
        copy.id = id
        return copy
    }
}

/// An event enum of a module that does not import the store.
enum DistantEvent: DomainEvent, Codable {
    case begun(name: String, count: Int?)
    case ended
}

@StoredEvent(of: DistantEvent.self) enum StoredDistantEvent {
    case begun(name: String, count: Int?)
    case ended
}

extension DistantEvent: StoredEvent {
    static let category = "distant"
    static let codec = StoredDistantEvent.Codec()
}

@StoredEvent enum MistakenEvent: DomainEvent {
    static let category = "mistaken"
    static let storedTypes: StoredEventTypes = ["hapened": "Else"]

    case happened
}
