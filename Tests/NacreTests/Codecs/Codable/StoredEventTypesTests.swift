import Nacre
import NacreTesting
import Testing

@Suite("Declaration of stored event types")
struct StoredEventTypesTests {
    @Test func `a case is stored as its declared type, and no other`() throws {
        #expect(try Ticket.codec.encode(.opened(by: "ada")).type == "TicketCreated")
        #expect(try Ticket.reading("TicketCreated", #"{"by":"ada"}"#) == .opened(by: "ada"))
        #expect(try Ticket.reading("TicketOpened", #"{"by":"ada"}"#) == nil)
    }

    @Test func `a type has the schema after its last upcasting step, and older events take every step`() throws {
        #expect(try Ticket.codec.encode(.priced(cents: 5)).schema == 3)
        #expect(try Ticket.codec.encode(.priced(cents: 5)).type == "TicketPriced")
        #expect(try Ticket.reading("TicketPriced", schema: 3, #"{"cents":5}"#) == .priced(cents: 5))
        #expect(try Ticket.reading("TicketPriced", schema: 2, #"{"euros":5}"#) == .priced(cents: 500))
        #expect(try Ticket.reading("TicketPriced", schema: 1, #"{"price":5}"#) == .priced(cents: 500))
        let error = #expect(throws: EventDecodingError.self) {
            try Ticket.reading("TicketPriced", schema: 4, #"{"cents":5}"#)
        }
        #expect(error?.code == .newerSchema)
    }

    @Test func `the current schema is known for every case, listed or not, and for no other type`() {
        let types: [EventType] = [
            "TicketCreated", "TicketPriced", "TicketMoved", "TicketOpened", "TicketShut", "Other",
        ]
        #expect(types.map(Ticket.codec.currentSchema) == [1, 3, 1, nil, nil, nil])
    }

    @Test
    func `the schemas that upcasters rewrite are known, without those of mere renames`() {
        #expect(
            Ticket.codec.upcastSchemas == [
                EventSchema(type: "TicketClosed", schema: 1), EventSchema(type: "TicketFreed", schema: 1),
                EventSchema(type: "TicketPriced", schema: 1), EventSchema(type: "TicketPriced", schema: 2),
            ])
    }

    @Test func `events under a former name are decoded, in every schema`() throws {
        #expect(try Ticket.reading("TicketShut", schema: 1, #"{"why":"x"}"#) == .closed(reason: "x"))
        #expect(try Ticket.reading("TicketShut", schema: 2, #"{"reason":"x"}"#) == .closed(reason: "x"))
        #expect(try Ticket.codec.encode(.closed(reason: "x")).type == "TicketClosed")
    }

    @Test func `a retired type is upcast to a current one`() throws {
        #expect(try Ticket.reading("TicketFreed", #"{}"#) == .sold(to: "nobody"))
        #expect(try Ticket.reading("TicketSold", #"{"to":"ada"}"#) == .sold(to: "ada"))
    }

    @Test func `the CodingKeys of a case name its stored fields`() throws {
        #expect(try Ticket.sold(to: "ada").json == #"{"to":"ada"}"#)
        #expect(try Ticket.moved(to: 3).json == #"{"seat":3}"#)
        try EventCodecConformance.check(
            Ticket.codec,
            samples: [.opened(by: "a"), .priced(cents: 1), .closed(reason: ""), .sold(to: ""), .moved(to: 1)])
    }

    @Test func `an unknown case name is reported at the first use, in encoding and decoding`() throws {
        try expect(
            Misspelt.self, writing: .opened, .unknownCase,
            #"storedTypes of Misspelt lists "openned", which is not a case: correct the name, or remove it"#)
    }

    @Test func `a case listed twice is reported`() throws {
        try expect(
            Twice.self, writing: .opened, .repeatedCase, #"storedTypes of Twice lists "opened" twice: keep one of them"#
        )
    }

    @Test func `a type shared by two cases is reported, whether both are listed or one`() throws {
        try expect(
            Shared.self, writing: .opened, .repeatedType,
            #""opened" and "closed" of Shared would both be stored as "X": give one of them another type in storedTypes"#
        )
        try expect(
            Taken.self, writing: .opened, .repeatedType,
            #""closed" and "opened" of Taken would both be stored as "TakenClosed": "#
                + "give one of them another type in storedTypes")
    }

    @Test func `cases may swap their names`() throws {
        #expect(try Crossed.codec.encode(.opened).type == "CrossedClosed")
        #expect(try Crossed.codec.encode(.closed).type == "CrossedOpened")
        try EventCodecConformance.check(Crossed.codec, samples: [.opened, .closed])
    }

    @Test func `upcasting steps that lead nowhere are reported`() throws {
        let error = #expect(throws: EventDeclarationError.self) { try Lost.codec.encode(.opened) }
        #expect(error?.code == .upcasting)
        #expect(error?.message.contains("none continues from there") == true, "\(error?.message ?? "")")
    }

    @Test func `a raw-value enum, a struct and a type that decodes itself are reported as no event enum`() throws {
        let remedy =
            "cannot be stored by its Codable conformance, which is not the synthesised one of an enum: "
            + "make it an enum without a raw type and without its own init(from:), or give it a codec"
        try expect(Raw.self, writing: .opened, .notAnEnum, "Raw \(remedy)")
        try expect(Plain.self, writing: Plain(name: "x"), .notAnEnum, "Plain \(remedy)")
        try expect(Empty.self, writing: Empty(), .notAnEnum, "Empty \(remedy)")
        try expect(ByHand.self, writing: .opened, .notAnEnum, "ByHand \(remedy)")
        let error = #expect(throws: EventDeclarationError.self) { try HalfByHand.codec.encode(.opened) }
        #expect(error?.message == "HalfByHand \(remedy)")
    }

    /// Expects a declaration to be rejected in encoding and decoding.
    private func expect<Event: StoredEvent & Codable>(
        _ type: Event.Type, writing event: Event, _ code: EventDeclarationError.Code, _ message: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let codec = CodableEventCodec<Event>()
        let writing = #expect(throws: EventDeclarationError.self, sourceLocation: location) { try codec.encode(event) }
        #expect(writing?.code == code, sourceLocation: location)
        #expect(writing?.message == message, sourceLocation: location)
        let reading = #expect(throws: EventDecodingError.self, sourceLocation: location) {
            try codec.decode(.example("Other", json: "{}"))
        }
        #expect(reading?.code == .invalidDeclaration, sourceLocation: location)
        #expect(reading?.reason == message, sourceLocation: location)
        #expect((reading?.cause as? EventDeclarationError)?.code == code, sourceLocation: location)
    }
}

private enum Ticket: Codable, Equatable, StoredEvent {
    static let category = "ticket"

    static let storedTypes = StoredEventTypes(
        [
            "opened": "TicketCreated",
            "priced": .upcasting(
                { old, new in new.integer("euros", try old.integer("price")) },
                { old, new in new.integer("cents", try old.integer("euros") * 100) }),
            "closed": StoredEventType(
                formerly: ["TicketShut"], upcasting: [{ old, new in new.text("reason", try old.text("why")) }]),
        ],
        upcasting: [Upcaster("TicketFreed", from: 1, becoming: "TicketSold") { $1.text("to", "nobody") }])

    case opened(by: String)
    case priced(cents: Int)
    case closed(reason: String)
    case sold(to: String)
    case moved(to: Int)

    enum MovedCodingKeys: String, CodingKey {
        case to = "seat"
    }
}

private enum Misspelt: Codable, StoredEvent {
    static let category = "misspelt"
    static let storedTypes: StoredEventTypes = ["openned": "X"]
    case opened
}

private enum Twice: Codable, StoredEvent {
    static let category = "twice"
    static let storedTypes: StoredEventTypes = ["opened": "X", "opened": "Y"]
    case opened
}

private enum Shared: Codable, StoredEvent {
    static let category = "shared"
    static let storedTypes: StoredEventTypes = ["opened": "X", "closed": "X"]
    case opened, closed
}

private enum Taken: Codable, StoredEvent {
    static let category = "taken"
    static let storedTypes: StoredEventTypes = ["opened": "TakenClosed"]
    case opened, closed
}

private enum Crossed: Codable, Equatable, StoredEvent {
    static let category = "crossed"
    static let storedTypes: StoredEventTypes = ["opened": "CrossedClosed", "closed": "CrossedOpened"]
    case opened, closed
}

private enum Lost: Codable, StoredEvent {
    static let category = "lost"
    static let storedTypes = StoredEventTypes(upcasting: [Upcaster("A", from: 1, becoming: "B")])
    case opened
}

private enum Raw: String, Codable, StoredEvent {
    static let category = "raw"
    case opened
}

private struct Plain: Codable, StoredEvent {
    static let category = "plain"
    var name: String
}

private struct Empty: Codable, StoredEvent {
    static let category = "empty"
}

private enum ByHand: Codable, StoredEvent {
    static let category = "byHand"
    case opened

    enum CodingKeys: CodingKey {
        case type
    }

    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .type)
        self = .opened
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("opened", forKey: .type)
    }
}

private enum HalfByHand: Codable, StoredEvent {
    static let category = "halfByHand"
    case opened

    enum Keys: CodingKey {
        case type
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode("opened", forKey: .type)
    }
}
