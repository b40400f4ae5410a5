import DomainKit
import Nacre
import TestRandomness
import Testing

@Suite
struct EventContextTests {
    private let store = InMemoryEventStore()

    private func sell(metadata: String = "") async throws {
        let codec = TicketCodec(metadata: Array(metadata.utf8))
        try await Aggregates<TicketDecider>("sale", in: store, codec: codec).execute(.sell(1), on: "42")
    }

    /// The metadata of the last event, as text.
    private func metadata() async throws -> String {
        let event = try await store.event(at: store.head())
        return String(decoding: event.metadata, as: UTF8.self)
    }

    @Test
    func `without a context, events have no metadata`() async throws {
        try await sell()
        #expect(try await metadata() == "")
    }

    @Test
    func `a context is written into the metadata of events decided in it`() async throws {
        try await EventContext.with(correlationID: "c-1", causationID: "r-7", actor: "ada \"\u{E9}\"") {
            try await sell()
        }
        #expect(
            try await metadata()
                == #"{"correlationId":"c-1","causationId":"r-7","actor":"ada \"\#u{E9}\""}"#)
        try await EventContext.with(actor: "ada") { try await sell() }
        #expect(try await metadata() == #"{"actor":"ada"}"#)
    }

    @Test
    func `every event of a decision carries the context`() async throws {
        try await EventContext.with(actor: "ada") {
            let sales = Aggregates<TicketDecider>("sale", in: store, codec: TicketCodec())
            try await sales.execute(.sell(3), on: "42")
        }
        #expect(try await store.readLog().collect().map(\.context.actor) == ["ada", "ada", "ada"])
    }

    @Test
    func `a nested context overrides its values, and ends with its body`() async throws {
        try await EventContext.with(correlationID: "c-1", actor: "ada") {
            try await EventContext.with(actor: "bob") { try await sell() }
            #expect(try await metadata() == #"{"correlationId":"c-1","actor":"bob"}"#)
            try await sell()
            #expect(try await metadata() == #"{"correlationId":"c-1","actor":"ada"}"#)
        }
        try await sell()
        #expect(try await metadata() == "")
    }

    @Test
    func `further metadata is added, but neither to keys of the context nor to those of the codec`() async throws {
        let further = Array(#" {"level":2, "actor":"bob", "own":"x", "level":[3] } "#.utf8)
        try await EventContext.with(actor: "ada", furtherMetadata: further) { try await sell(metadata: #"{"own":1}"#) }
        #expect(try await metadata() == #"{"own":1,"actor":"ada","level":[3]}"#)
        try await EventContext.with(furtherMetadata: further) {
            try await EventContext.with(correlationID: "c") { try await sell() }
            #expect(try await metadata() == #"{"correlationId":"c","own":"x","level":[3]}"#)
        }
        for invalid in ["[1]", "{", "1"] {
            let error = await #expect(throws: EventStoreError.self) {
                try await EventContext.with(furtherMetadata: Array(invalid.utf8)) {}
            }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test
    func `child tasks inherit the context, detached ones do not`() async throws {
        try await EventContext.with(actor: "ada") {
            async let child: Void = sell()
            try await child
            #expect(try await metadata() == #"{"actor":"ada"}"#)
            try await Task.detached { try await sell() }.value
            #expect(try await metadata() == "")
        }
    }

    @Test(arguments: [
        ("", ["255", "0"]), (String(repeating: "\u{E9}", count: 128), ["255", "256"]),
        ("a\nb", ["control characters", #""a\u{a}b""#]), ("a\u{85}b", ["control characters", #""a\u{85}b""#]),
    ])
    func `an id outside 1 to 255 bytes or with control characters is rejected by name, limit and value`(
        text: String, named: [String]
    ) async throws {
        let attempts: [(String, @Sendable () async throws -> Void)] = [
            ("a correlation id", { try await EventContext.with(correlationID: text) {} }),
            ("a causation id", { try await EventContext.with(causationID: text) {} }),
            ("an actor", { try await EventContext.with(actor: text) {} }),
            ("an actor", { try await EventContext.reacting(to: .told(""), as: text) {} }),
        ]
        for (role, attempt) in attempts {
            let error = await #expect(throws: EventStoreError.self) { try await attempt() }
            #expect(error?.code == .invalidArgument)
            for part in [role] + named {
                #expect(error?.message.contains(part) == true, "\(part): \(error?.message ?? "")")
            }
        }
        try await EventContext.with(actor: String(repeating: "a", count: 255)) { try await sell() }
    }

    @Test
    func `a reaction has the event as its cause and inherits its correlation`() async throws {
        let event = RecordedEvent.told(#"{"correlationId":"c-1","causationId":"r-7","actor":"ada"}"#)
        try await EventContext.with(correlationID: "other", actor: "bob") {
            try await EventContext.reacting(to: event) { try await sell() }
        }
        #expect(try await metadata() == #"{"correlationId":"c-1","causationId":"\#(event.id)","actor":"ada"}"#)
        try await EventContext.reacting(to: event, as: "welcome") { try await sell() }
        #expect(try await metadata() == #"{"correlationId":"c-1","causationId":"\#(event.id)","actor":"welcome"}"#)
    }

    @Test
    func `without a correlation, the event itself becomes the correlation of its reactions`() async throws {
        let event = RecordedEvent.told("")
        try await EventContext.with(actor: "bob") {
            try await EventContext.reacting(to: event) { try await sell() }
        }
        #expect(try await metadata() == #"{"correlationId":"\#(event.id)","causationId":"\#(event.id)"}"#)
        let second = try await store.event(at: 1)
        try await EventContext.reacting(to: second) { try await sell() }
        #expect(try await metadata() == #"{"correlationId":"\#(event.id)","causationId":"\#(second.id)"}"#)
    }

    @Test(arguments: [
        "", "no JSON", "[]", #"{"actor":1}"#, #"{"actor":""}"#, #"{"actor":"ada"} x"#, #"{"actor":"a\nb"}"#,
        #"{"actor":"ada","correlationId":null}"#, #"{"actor":"ada","actor":"\ud800"}"#, #"{"actor":"ada""#,
        #"{"nested":{"actor":"ada"}}"#, #"{"actor":"\#(String(repeating: "a", count: 256))"}"#,
    ])
    func `metadata of another form has no context`(metadata: String) {
        #expect(RecordedEvent.told(metadata).context.actor == nil)
    }

    @Test
    func `other metadata keys are ignored`() {
        let context = RecordedEvent.told(#" {"ip":["::1"],"actor":"ada","correlationId":"c-1"} "#).context
        #expect(context.actor == "ada")
        #expect(context.correlationID == "c-1")
        #expect(context.causationID == nil)
    }

    @Test(arguments: [
        #"{"actor":"ada","x":{"actor":"eve"}}"#, #"{"actor":"eve","actor":"ada"}"#, "\n\t{ \"actor\" :\r \"ada\" }",
        #"{"\u0061ctor":"\u0061d\u0061"}"#, #"{"actor":"eve","act\u006fr":"ada"}"#, #"{"Actor":"eve","actor":"ada"}"#,
    ])
    func `a context is read however its JSON is written`(metadata: String) {
        let event = RecordedEvent.told(metadata)
        #expect(event.context.actor == "ada")
        #expect(Query.actors("ada").matches(event))
        let matchesView = Query.actors("ada").matches(event.view)
        #expect(matchesView)
        #expect(!Query.actors("eve").matches(event))
    }

    @Test
    func `any metadata has the same context with white space before it, which another reader reads`() {
        var random = SeededGenerator(seed: 21)
        let keys = [
            #""actor""#, #""correlationId""#, #""causationId""#, #""actors""#, #""Actor""#, #""a\u0063tor""#, "actor",
        ]
        let values = [
            #""ada""#, #""a longer value of plain text""#, #""""#, "\"a\u{7F}\"", "\"12345678\u{7F}12345678\"", #""é""#,
            #""a\"b""#, "\"a\nb\"", #""\#(String(repeating: "x", count: 255))""#, "1", "null", #"{"actor":"eve"}"#,
            #""\#(String(repeating: "x", count: 256))""#, #""ada"#,
        ]
        let ends = ["}", "}", "}", "}", "", "} ", "}}", ",}", "} x"]
        var found = 0
        for _ in 0..<20_000 {
            // Mostly what a store writes, so that many are valid.
            let members = (0..<random.below(5)).map { _ in
                let key = keys[random.below(random.below(4) == 0 ? keys.count : 3)]
                let value = values[random.below(random.below(4) == 0 ? values.count : 2)]
                return key + [":", ":", ":", ":", ":", ":", ":", ": ", "", "::"][random.below(10)] + value
            }
            let metadata = "{" + members.joined(separator: ",") + ends[random.below(ends.count)]
            let (plain, read) = (RecordedEvent.told(metadata).context, RecordedEvent.told(" " + metadata).context)
            #expect(plain.actor == read.actor, "\(metadata)")
            #expect(plain.correlationID == read.correlationID, "\(metadata)")
            #expect(plain.causationID == read.causationID, "\(metadata)")
            if plain.actor != nil { found += 1 }
        }
        #expect(found > 1_000)
    }

    @Test(arguments: [
        ("{}", #"{"correlationId":"c-1","actor":"ada"}"#),
        (#" { "ip" : "::1" } "#, #" { "ip" : "::1" ,"correlationId":"c-1","actor":"ada"}"#),
        (#"{"actor":"codec"}"#, #"{"actor":"codec","correlationId":"c-1"}"#),
        (#"{"actor":"codec","correlationId":"own"}"#, #"{"actor":"codec","correlationId":"own"}"#),
    ])
    func `metadata written by the codec is kept`(given: String, expected: String) async throws {
        try await EventContext.with(correlationID: "c-1", actor: "ada") { try await sell(metadata: given) }
        #expect(try await metadata() == expected)
        try await sell(metadata: given)
        #expect(try await metadata() == given)
    }

    @Test
    func `a context cannot be added to metadata that is not an object, and nothing is appended`() async throws {
        let error = await #expect(throws: EventStoreError.self) {
            try await EventContext.with(actor: "ada") { try await sell(metadata: "[1]") }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("TicketSold") == true)
        #expect(try await store.head() == 0)
        try await sell(metadata: "[1]")
        #expect(try await metadata() == "[1]")
    }

    @Test
    func `the context survives the line format`() async throws {
        try await EventContext.with(correlationID: "c-1", actor: "ada") { try await sell() }
        var line: [UInt8] = []
        NDJSON.write(try await store.event(at: 1), to: &line)
        let other = InMemoryEventStore()
        _ = try await other.append(Commit(entries: [try NDJSON.decode(line)]))
        let context = try await other.event(at: 1).context
        #expect(context.correlationID == "c-1")
        #expect(context.actor == "ada")
    }
}

extension RecordedEvent {
    /// An event with this metadata.
    fileprivate static func told(_ metadata: String) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: 0, decimals: 0)
        return RecordedEvent(
            position: 7, stream: "order-1", version: 1, id: EventID(high: 1, low: 2), type: "Placed", schema: 1,
            time: time, recordedAt: time, tags: [], data: [], metadata: Array(metadata.utf8), isLastOfCommit: true)
    }
}
