import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Upcasting")
struct UpcastingTests {
    private enum Kind: String, EventKind {
        case placed = "OrderPlaced"
        case shipped = "OrderShipped"
    }

    private static func step(_ type: EventType, _ schema: Int, to next: Int? = nil) -> Upcaster {
        Upcaster(type, from: schema, to: next) { _, _ in }
    }

    private func error(schemas: [Kind: Int], _ steps: [Upcaster]) -> UpcastingError? {
        #expect(throws: UpcastingError.self) { try EventTypes(schemas: schemas, upcasting: steps) }
    }

    private static func golden(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    @Test(
        "events of every former schema are decoded as current ones",
        arguments: [
            (
                "orders-schema-1.ndjson",
                [
                    OrderEvent.placed(product: "Tea", count: 1, isGift: false, note: nil), .shipped(carrier: "post"),
                    .placed(product: "Caf\u{E9} 🦪", count: 1, isGift: false, note: nil), .cancelled,
                ]
            ),
            (
                "orders-schema-2.ndjson",
                [
                    .placed(product: "Tea", count: 3, isGift: false, note: "soon"),
                    .priced(12.5, discounts: ["spring"]), .shipped(carrier: "bike"),
                    .placed(product: "Milk", count: 1, isGift: false, note: nil),
                ]
            ),
            (
                "orders-schema-3.ndjson",
                [.placed(product: "Tea", count: 1, isGift: true, note: "wrap it"), .shipped(carrier: "drone")]
            ),
        ])
    func golden(file: String, events: [OrderEvent]) throws {
        let bytes = try Self.golden(file)
        #expect(try EventCodecConformance.read(ndjson: bytes, by: OrderEventCodec()) == events)
        try EventCodecConformance.check(ndjson: bytes, decodedBy: [try OrderEventCodec()])
    }

    @Test("a codec knows the current schema of each type, and the schemas that are rewritten")
    func schemas() throws {
        let codec = try OrderEventCodec()
        #expect(["OrderPlaced", "OrderShipped", "Other"].map(codec.currentSchema) == [3, 1, nil])
        #expect(codec.upcastSchemas.contains(EventSchema(type: "OrderPlaced", schema: 2)))
        #expect(!codec.upcastSchemas.contains(EventSchema(type: "OrderPlaced", schema: 3)))
    }

    @Test(
        "the current schema is the one after the last step",
        arguments: [(1, "a, first, second"), (2, "a, second"), (3, "a")])
    func stepsInOrder(schema: Int, expected: String) throws {
        struct Codec: TypedEventCodec {
            enum Kind: String, EventKind {
                case named = "Named"
                case left = "Left"
            }
            let types = EventTypes<Kind>(upcasting: [
                .named: [
                    { old, new in new.text("name", try old.text("name") + ", first") },
                    { old, new in new.text("name", try old.text("name") + ", second") },
                ]
            ])
            func encode(_ event: String) -> EventData { types.event(.named) { $0.text("name", event) } }
            func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> String {
                kind == .left ? "left" : try fields.text("name")
            }
        }
        let codec = Codec()
        #expect(try codec.decode(.example("Named", schema: schema, json: #"{"name":"a"}"#)) == expected)
        #expect(codec.encode("a").schema == 3)
        #expect(codec.types.event(.left).schema == 1)
        #expect(try codec.decode(.example("Left", json: "{}")) == "left")
        for (type, newer) in [("Named", 4), ("Left", 2)] as [(EventType, Int)] {
            let error = #expect(throws: EventDecodingError.self) {
                try codec.decode(.example(type, schema: newer, json: #"{"name":"a"}"#))
            }
            #expect(error?.code == .newerSchema)
        }
    }

    @Test("an upcasting step sees the tags, and its additions are visible afterwards")
    func tags() throws {
        struct Codec: TypedEventCodec {
            enum Kind: String, EventKind { case tagged = "Tagged" }
            let types: EventTypes<Kind>
            init() throws {
                types = try EventTypes(
                    schemas: [.tagged: 3],
                    upcasting: [
                        Upcaster("Tagged", from: 2) { _, new in new.tags.append("two") },
                        Upcaster("Tagged", from: 1) { old, new in
                            new.tags.append("one")
                            new.tags.append("of \(old.event.stream)")
                        },
                    ])
            }
            func encode(_ event: [Nacre.Tag]) -> EventData { types.event(.tagged, tags: event) }
            func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> [Nacre.Tag] {
                fields.event.tags
            }
        }
        let event = RecordedEvent.example("Tagged", tags: ["zero"], json: "{}")
        #expect(try Codec().decode(event) == ["zero", "one", "of order-1", "two"])
    }

    @Test("old data that a step cannot read is rejected with the event")
    func unreadable() throws {
        let codec = try OrderEventCodec()
        for json in ["{}", #"{"item":7}"#, #"{"item":"x"} y"#, #"{"item":"x","item":"y"}"#] {
            let error = #expect(throws: EventDecodingError.self) { try codec.decode(.example(json: json)) }
            #expect(error?.position == 7)
            #expect(error?.type == "OrderPlaced")
        }
    }

    @Test(
        "an event of a newer schema than known is rejected, with both schemas",
        arguments: [("OrderPlaced", 4, "3"), ("OrderCancelled", 2, "1"), ("OrderSent", 3, "2")])
    func newer(type: String, schema: Int, known: String) throws {
        let codec = try OrderEventCodec()
        let event = RecordedEvent.example(EventType(type), schema: schema, json: "{}")
        let error = #expect(throws: EventDecodingError.self) { try codec.decode(event) }
        #expect(error?.code == .newerSchema)
        for part in ["schema \(schema)", "is \(known)", "update this one", "\"\(type)\"", "position 7"] {
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        }
    }

    @Test("a schema below 1 is rejected")
    func noSchema() throws {
        let codec = try OrderEventCodec()
        #expect(throws: EventDecodingError.self) { try codec.decode(.example(schema: 0, json: "{}")) }
    }

    @Test(
        "a gap between steps is rejected, naming the missing schema",
        arguments: [
            ([Kind.placed: 2], [], "OrderPlaced", 1), ([.placed: 3], [step("OrderPlaced", 1)], "OrderPlaced", 2),
            ([.placed: 3], [step("OrderPlaced", 2)], "OrderPlaced", 1),
            ([.placed: 2], [step("OrderPlaced", 1, to: 5)], "OrderPlaced", 5),
            ([:], [Upcaster("OrderSent", from: 1, becoming: "OrderLost")], "OrderLost", 1),
            ([:], [Upcaster("OrderSent", from: 2, becoming: "OrderShipped")], "OrderSent", 1),
            ([:], [step("OrderSent", 1)], "OrderSent", 2),
        ] as [([Kind: Int], [Upcaster], EventType, Int)])
    private func gap(schemas: [Kind: Int], steps: [Upcaster], type: EventType, schema: Int) {
        let error = error(schemas: schemas, steps)
        #expect(error?.code == .gap)
        #expect(error?.type == type)
        #expect(error?.schema == schema)
        #expect(error?.message.contains("\"\(type)\" of schema \(schema)") == true, "\(error?.message ?? "")")
    }

    @Test(
        "a loop of steps is rejected with its path",
        arguments: [
            [step("OrderSent", 1, to: 1)], [step("OrderSent", 1), step("OrderSent", 2, to: 1)],
            [
                Upcaster("OrderSent", from: 1, becoming: "OrderGone"),
                Upcaster("OrderGone", from: 1, becoming: "OrderSent"),
            ],
        ])
    func loop(_ steps: [Upcaster]) {
        let error = error(schemas: [:], steps)
        #expect(error?.code == .loop)
        #expect(error?.message.contains("from \"OrderSent\" of schema 1 to ") == true, "\(error?.message ?? "")")
    }

    @Test("two steps from the same schema are rejected")
    func repeatedStep() {
        let error = error(schemas: [.placed: 2], [Self.step("OrderPlaced", 1), Self.step("OrderPlaced", 1)])
        #expect(error?.code == .repeatedStep)
    }

    @Test("a step from the current schema is rejected", arguments: [1, 2])
    func notFormer(schema: Int) {
        let error = error(schemas: [:], [Upcaster("OrderPlaced", from: schema, becoming: "OrderShipped")])
        #expect(error?.code == .notFormer)
        #expect(error?.schema == schema)
    }

    @Test("schema numbers outside the range are rejected", arguments: [0, -1, 65_536])
    func invalid(schema: Int) {
        #expect(error(schemas: [.placed: schema], [])?.code == .invalidSchema)
        #expect(error(schemas: [:], [Self.step("OrderSent", schema)])?.code == .invalidSchema)
        #expect(error(schemas: [:], [Self.step("OrderSent", 1, to: schema)])?.code == .invalidSchema)
    }

    @Test("steps may skip schemas and converge, as long as each leads to the current schema")
    func skipping() throws {
        let types = try EventTypes<Kind>(
            schemas: [.placed: 4],
            upcasting: [
                Self.step("OrderPlaced", 3), Self.step("OrderPlaced", 1, to: 4), Self.step("OrderPlaced", 2, to: 3),
                Upcaster("OrderSent", from: 1, becoming: "OrderPlaced", of: 2),
            ])
        #expect(types.event(.placed).schema == 4)
        #expect(types.event(.shipped).schema == 1)
    }
}
