import Nacre
import NacreTesting
import Testing

@Suite("Conformance of codecs")
struct EventCodecConformanceTests {
    /// A codec with several possible faults.
    private struct DoorCodec: EventCodec {
        var reads: @Sendable (String) -> String? = { $0 }

        func encode(_ event: String) throws -> EventData {
            guard event != "unwritable" else { throw Unwritable() }
            return EventData(type: "Door", fields: ["what": event])
        }

        func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> String? {
            guard recorded.type == "Door" else { return nil }
            return reads(try recorded.texts(of: "what")[0])
        }
    }

    private struct Unwritable: Error {}

    /// A codec that declares more types than it encodes.
    private struct WindowCodec: TypedEventCodec {
        enum Kind: String, EventKind {
            case opened = "WindowOpened"
            case closed = "WindowClosed"
        }

        let types = EventTypes<Kind>()

        func encode(_ event: Bool) -> EventData { types.event(event ? .opened : .closed) }

        func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Bool {
            switch kind {
            case .opened: true
            case .closed: false
            }
        }
    }

    /// Types that the compiler cannot distinguish, because their texts are computed.
    private struct TwiceCodec: TypedEventCodec {
        enum Kind: CaseIterable, EventKind {
            case left
            case right
            var rawValue: String { "Door" }
            init?(rawValue: String) { nil }
        }

        let types = EventTypes<Kind>()

        func encode(_ event: Int) -> EventData { types.event(.left) }

        func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Int { 0 }
    }

    private func failure(_ body: () throws -> Void) -> String? {
        let failure = #expect(throws: ConformanceFailure.self) { try body() }
        return failure?.finding
    }

    @Test("a codec that decodes what it encodes passes, and its types are returned")
    func sound() throws {
        #expect(try EventCodecConformance.check(DoorCodec(), samples: ["opened", ""]) == ["Door"])
        #expect(
            try EventCodecConformance.check(WindowCodec(), samples: [true, false]) == ["WindowOpened", "WindowClosed"])
    }

    @Test("an event that is encoded but not decoded is found")
    func undecoded() {
        let codec = DoorCodec { $0 == "locked" ? nil : $0 }
        #expect(
            failure { try EventCodecConformance.check(codec, samples: ["opened", "locked"]) }
                == "locked is written as \"Door\", which no codec decodes")
    }

    @Test("all events that change in a round trip are found, changed spellings too")
    func unequal() {
        let codec = DoorCodec { $0 == "caf\u{E9}" ? "cafe\u{301}" : $0 == "opened" ? "closed" : $0 }
        #expect(
            failure { try EventCodecConformance.check(codec, samples: ["opened", "shut", "caf\u{E9}"]) }
                == "opened is decoded as closed; caf\u{E9} is encoded differently after decoding")
    }

    @Test("an event that cannot be encoded or decoded is found")
    func errors() {
        #expect(
            failure { try EventCodecConformance.check(DoorCodec(), samples: ["unwritable"]) }?
                .hasPrefix("unwritable does not survive a round trip: Unwritable") == true)
    }

    @Test("a type without a sample is found")
    func unwritten() {
        #expect(
            failure { try EventCodecConformance.check(WindowCodec(), samples: [true]) }
                == "no sample is encoded as \"WindowClosed\"")
    }

    @Test("a type declared twice is found, within a codec and across codecs")
    func twice() throws {
        #expect(
            failure { try EventCodecConformance.check(TwiceCodec(), samples: [0]) }
                == "the type \"Door\" is declared twice")
        #expect(
            failure { try EventCodecConformance.checkDistinct(["Door", "Gate"], ["Window"], ["Door"]) }
                == "the type \"Door\" is declared by more than one codec")
        try EventCodecConformance.checkDistinct(["Door"], ["Window"])
    }

    @Test("undecodable types in a store are found, with count and position")
    func store() async throws {
        let store = InMemoryEventStore()
        try await store.append(
            [DoorCodec().encode("opened"), EventData(type: "Knocked", data: []), EventData(type: "Rung", data: [])],
            to: "door-1")
        try await store.append([WindowCodec().encode(true), EventData(type: "Knocked", data: [])], to: "door-2")
        let codecs: [any EventCodec] = [DoorCodec(), WindowCodec()]
        let failure = await #expect(throws: ConformanceFailure.self) {
            try await EventCodecConformance.check(store, decodedBy: codecs, ignoring: ["Rung"])
        }
        #expect(failure?.finding == "no codec decodes the type \"Knocked\", 2 found, the first at position 2")
        try await EventCodecConformance.check(store, decodedBy: codecs, ignoring: ["Rung", "Knocked"])
    }

    @Test("in a file of events, unknown types and undecodable events are found by line")
    func file() throws {
        let lines = Array(
            """
            {"stream":"door-1","type":"Door","data":{"what":"opened"}}
            {"stream":"door-1","type":"Knocked","data":{}}
            {"stream":"door-1","type":"Door","data":{}}

            """.utf8)
        let finding = try #require(failure { try EventCodecConformance.check(ndjson: lines, decodedBy: [DoorCodec()]) })
        #expect(finding.contains("no codec decodes the type \"Knocked\", 1 found, the first at position 2"))
        #expect(finding.contains("the event at position 3, type \"Door\" in stream \"door-1\""))
        let readable = Array(lines.prefix { $0 != UInt8(ascii: "\n") })
        try EventCodecConformance.check(ndjson: readable, decodedBy: [DoorCodec()])
        #expect(try EventCodecConformance.read(ndjson: readable, by: DoorCodec()) == ["opened"])
        #expect(throws: NDJSONError.self) {
            try EventCodecConformance.check(ndjson: Array("{}".utf8), decodedBy: [DoorCodec()])
        }
    }
}
