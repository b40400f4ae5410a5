import DomainKit
import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Typed events")
struct TypedEventCodecTests {
    private static let samples: [OrderEvent] = [
        .placed(product: "Tea", count: 2, isGift: true, note: "for \"Ada\""),
        .placed(product: "caf\u{E9} e\u{301}", count: .min, isGift: false, note: nil),
        .priced(0.1, discounts: ["a", ""]), .priced(-1e300, discounts: []), .shipped(carrier: "post"), .cancelled,
    ]

    @Test("every event survives a round trip, byte for byte")
    func roundTrip() throws {
        try EventCodecConformance.check(OrderEventCodec(), samples: Self.samples)
    }

    @Test("an event has the declared type, schema number, tags and data")
    func written() throws {
        let codec = try OrderEventCodec()
        let event = try codec.encode(Self.samples[0])
        #expect(event.type == "OrderPlaced")
        #expect(event.schema == 3)
        #expect(event.tags == ["product:Tea"])
        #expect(
            String(decoding: event.data, as: UTF8.self)
                == #"{"product":"Tea","count":2,"isGift":true,"note":"for \"Ada\""}"#)
        #expect(try codec.encode(.cancelled).data == Array("{}".utf8))
        #expect(try codec.encode(.cancelled).schema == 1)
    }

    @Test(
        "an undeclared type is foreign, whatever its schema and data",
        arguments: ["OrderLost", "orderPlaced", ""])
    func foreign(_ type: String) throws {
        #expect(try OrderEventCodec().decode(.example(EventType(type), schema: 9, json: "\u{FF}")) == nil)
    }

    @Test("an event is decoded in place as from a copy")
    func view() throws {
        let codec = try OrderEventCodec()
        for sample in Self.samples {
            let recorded = RecordedEvent.example(try codec.encode(sample))
            #expect(try codec.decode(recorded.view) == sample)
            #expect(recorded.view.recorded() == recorded)
        }
    }

    @Test("a number without a JSON form cannot be encoded", arguments: [Double.infinity, .nan])
    func infinite(_ price: Double) throws {
        let codec = try OrderEventCodec()
        let error = #expect(throws: JSONError.self) { try codec.encode(.priced(price, discounts: [])) }
        #expect(error?.code == .outOfRange)
    }

    @Test("a hand-written codec needs only to decode copies")
    func byHand() throws {
        struct Codec: EventCodec {
            func encode(_ event: String) -> EventData {
                EventData(type: "Said", fields: ["words": event, "to": "all"], tags: ["loud"])
            }
            func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> String? {
                guard recorded.type == "Said" else { return nil }
                return try recorded.texts(of: "to", "words")[1]
            }
        }
        #expect(Codec().encode("x").data == Array(#"{"words":"x","to":"all"}"#.utf8))
        #expect(try EventCodecConformance.check(Codec(), samples: ["hello", ""]) == ["Said"])
        #expect(throws: EventDecodingError.self) { try Codec().decode(.example("Said", json: #"{"words":"x"}"#)) }
    }

    @Test("Codable values are encoded and decoded where speed does not matter")
    func codable() throws {
        struct Invoice: Codable, Equatable {
            var number: Int
            var lines: [String: Double]
        }
        struct Codec: TypedEventCodec {
            enum Kind: String, EventKind { case sent = "InvoiceSent" }
            let types = EventTypes<Kind>()
            func encode(_ event: Invoice) throws -> EventData { try types.event(.sent, tags: ["paid"], json: event) }
            func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Invoice {
                switch kind {
                case .sent: try fields.json()
                }
            }
        }
        let invoice = Invoice(number: 7, lines: ["tea": 2.5])
        #expect(try EventCodecConformance.check(Codec(), samples: [invoice]) == ["InvoiceSent"])
        #expect(try Codec().encode(invoice).tags == ["paid"])
        #expect(throws: (any Error).self) { try Codec().encode(Invoice(number: 1, lines: ["x": .nan])) }
        let error = #expect(throws: EventDecodingError.self) {
            try Codec().decode(.example("InvoiceSent", json: #"{"number":1}"#))
        }
        #expect(error?.cause is DecodingError)
    }
}
