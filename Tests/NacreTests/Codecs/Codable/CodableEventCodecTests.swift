import DomainKit
import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Codable events")
struct CodableEventCodecTests {
    /// Events with their stored forms.
    private static let stored: [(AccountEvent, type: String, json: String)] = [
        (.opened(owner: "ada", limit: nil), "AccountOpened", #"{"owner":"ada"}"#),
        (
            .opened(owner: "caf\u{E9} \"e\u{301}\"", limit: 1.25), "AccountOpened",
            #"{"owner":"caf\#u{E9} \"e\#u{301}\"","limit":1.25}"#
        ),
        (.deposited(amount: .min), "AccountDeposited", #"{"amount":-9223372036854775808}"#),
        (.closed, "AccountClosed", "{}"),
        (.counted(5), "AccountCounted", #"{"value":5}"#),
        (.noted("x"), "AccountNoted", #"{"value":"x"}"#),
        (.noted(nil), "AccountNoted", "{}"),
        (.moved(Place(x: 1, y: 2)), "AccountMoved", #"{"x":1,"y":2}"#),
        (.moved(Place(x: 1)), "AccountMoved", #"{"x":1}"#),
        (.left(Place(x: 1)), "AccountLeft", #"{"value":{"x":1}}"#),
        (.left(nil), "AccountLeft", "{}"),
        (.listed([]), "AccountListed", #"{"value":[]}"#),
        (.listed([1, 2]), "AccountListed", #"{"value":[1,2]}"#),
        (.renamed(Inner(value: "x")), "AccountRenamed", #"{"value":"x"}"#),
        (.swapped(1, 2), "AccountSwapped", #"{"_0":1,"_1":2}"#),
        (.visited(Place(x: 1), by: "ada"), "AccountVisited", #"{"_0":{"x":1},"by":"ada"}"#),
        (.chosen(.card(number: "7")), "AccountChosen", #"{"card":{"number":"7"}}"#),
        (.chosen(.cash), "AccountChosen", #"{"cash":{}}"#),
        (.wrapped(Wrapped(3)), "AccountWrapped", #"{"value":3}"#),
        (.enclosed(Wrapped(Place(x: 1))), "AccountEnclosed", #"{"x":1}"#),
        (.nothing(Nothing()), "AccountNothing", "{}"),
    ]

    @Test(arguments: stored)
    func `an event is stored flat, and survives a round trip`(_ event: AccountEvent, _ type: String, _ json: String)
        throws
    {
        let written = try AccountEvent.codec.encode(event)
        #expect(written.type == EventType(type))
        #expect(written.schema == 1)
        #expect(String(decoding: written.data, as: UTF8.self) == json)
        try EventCodecConformance.check(AccountEvent.codec, samples: [event])
    }

    @Test func `an event carries the tags that it declares`() throws {
        #expect(try AccountEvent.codec.encode(.opened(owner: "ada", limit: nil)).tags == ["owner:ada"])
        #expect(try AccountEvent.codec.encode(.closed).tags == [])
    }

    @Test(arguments: [
        "ItemOpened", "Account", "AccountLost", "Accountopened", "accountOpened", "AccountOpenedTwice", "Opened", "",
        "Account_0", "AccountOPENED",
    ])
    func `a type without a case is foreign, whatever its schema and data`(_ type: String) throws {
        #expect(try AccountEvent.reading(EventType(type), schema: 9, "\u{FF}") == nil)
    }

    @Test func `unknown fields are skipped, in any order and at any depth`() throws {
        let json = #" { "y" : 1, "limit":null, "owner" : "ada" , "owners":[{"owner":{"owner":[]}}]} "#
        #expect(try AccountEvent.reading("AccountOpened", json) == .opened(owner: "ada", limit: nil))
    }

    @Test func `a name with escapes equals the plain name`() throws {
        #expect(
            try AccountEvent.reading("AccountOpened", #"{"\u006fwner":"a\u0064a"}"#)
                == .opened(owner: "ada", limit: nil))
    }

    @Test func `a hand-written Codable enum is stored in the same bytes`() throws {
        let samples: [(Plain, String)] = [(.created(name: "a \"b\""), "ItemCreated"), (.completed, "ItemCompleted")]
        for (event, name) in samples {
            let expected = ByHand().encode(event)
            #expect(expected.type == EventType(name))
            #expect(try CodableEventCodec<Plain>().encode(event) == expected)
            #expect(try CodableEventCodec<Plain>().decode(.example(expected)) == event)
            #expect(Plain.codec.encode(event) == expected)
        }
    }

    @Test func `a case name without leading lower-case letters has a type and is found again`() throws {
        try EventCodecConformance.check(OddNames.codec, samples: [.Loud, ._quiet, .éclair])
        #expect(try OddNames.codec.encode(.Loud).type == "OddLoud")
        #expect(try OddNames.codec.encode(._quiet).type == "Odd_quiet")
        #expect(try OddNames.codec.encode(.éclair).type == "Oddéclair")
    }

    @Test func `an event is decoded in place as from a copy`() throws {
        for (event, _, _) in Self.stored {
            let recorded = RecordedEvent.example(try AccountEvent.codec.encode(event))
            #expect(try AccountEvent.codec.decode(recorded.view) == event)
            #expect(try AccountEvent.codec.decode(recorded) == event)
        }
    }

    @Test func `aggregates decide over events without a hand-written codec`() async throws {
        let counters = Aggregates<CounterDecider>(in: InMemoryEventStore())
        try await counters.execute(2, on: "a")
        try await counters.execute(3, on: "a")
        #expect(try await counters.load("a").state == 5)
    }
}

/// An enum with a hand-written codec beside its `Codable` conformance.
private enum Plain: Codable, Equatable, StoredEvent {
    static let category = "item"
    static let codec = ByHand()

    case created(name: String)
    case completed
}

private struct ByHand: TypedEventCodec {
    enum Kind: String, EventKind {
        case created = "ItemCreated"
        case completed = "ItemCompleted"
    }

    let types = EventTypes<Kind>()

    func encode(_ event: Plain) -> EventData {
        switch event {
        case .created(let name): types.event(.created) { $0.text("name", name) }
        case .completed: types.event(.completed)
        }
    }

    func decode(_ kind: Kind, _ fields: inout EventFields) throws(EventDecodingError) -> Plain {
        switch kind {
        case .created: .created(name: try fields.text("name"))
        case .completed: .completed
        }
    }
}

private enum OddNames: Codable, Equatable, StoredEvent {
    static let category = "odd"

    // swift-format-ignore: AlwaysUseLowerCamelCase
    case Loud
    // swift-format-ignore
    case _quiet
    // swift-format-ignore
    case éclair
}

private enum CounterDecider: Decider {
    enum Event: Codable, DomainEvent, StoredEvent {
        static let category = "counter"

        case counted(by: Int)
    }

    static let initialState = 0

    static func decide(_ command: Int, _ state: Int) -> [Event] { [.counted(by: command)] }

    static func evolve(_ state: inout Int, _ event: Event) {
        guard case .counted(let number) = event else { return }
        state += number
    }
}
