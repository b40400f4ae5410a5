import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Records of former schemas")
struct EventLayoutUpcastingTests {
    private let folder = LayoutFolder()

    @Test func `a schema after the recorded one is recorded, and the old one is still checked`() throws {
        let old = [Account.opened(owner: "ada", note: nil)]
        #expect(throws: ConformanceFailure.self) { try folder.check(old) }
        try folder.check([Upcast.opened(name: "ada")], recording: true)
        try folder.check([Upcast.opened(name: "ada")])
        let text = try String(contentsOf: folder.record, encoding: .utf8)
        #expect(text.contains("AccountOpened, schema 2\n    name: string\n"))
        let failure = #expect(throws: ConformanceFailure.self) { try folder.check([WronglyUpcast.opened(name: "ada")]) }
        #expect(
            failure?.finding.contains(
                #"AccountOpened, schema 1\#n  its example {"owner":"ada"} cannot be decoded: it has no field "holder""#)
                == true, "\(failure?.finding ?? "")")
    }

    @Test func `a schema read only through an upcaster has an example with its decoded form`() throws {
        let file = folder.path("x")
        func check(_ former: FormerEvent<Deposit>..., recording: Bool = false) throws {
            try EventLayoutConformance.check(
                Deposit.self, samples: [.deposited(cents: 1)], former: former, recording: recording, file: file)
        }
        #expect(throws: ConformanceFailure.self) { try check() }
        let missing = #expect(throws: ConformanceFailure.self) { try check(recording: true) }
        #expect(
            missing?.finding.contains(
                """
                  AccountDeposited, schema 1
                  an upcaster reads it, and there is no example: give one as a FormerEvent
                """) == true, "\(missing?.finding ?? "")")
        let euros = FormerEvent("AccountDeposited", #"{"euros":7}"#, decodesTo: Deposit.deposited(cents: 700))
        let added = #expect(throws: ConformanceFailure.self) { try check(euros) }
        #expect(added?.finding.contains("+ AccountDeposited, schema 1\n+     euros: number\n") == true)
        try check(euros, recording: true)
        try check(euros)
        try check()
        let wrong = #expect(throws: ConformanceFailure.self) {
            try check(FormerEvent("AccountDeposited", #"{"euros":7}"#, decodesTo: .deposited(cents: 7)))
        }
        #expect(
            wrong?.finding
                == "AccountDeposited, schema 1, {\"euros\":7} is read as deposited(cents: 700), not as deposited(cents: 7)"
        )
    }

    @Test(arguments: [
        ("AccountDeposited", 2, #"AccountDeposited, schema 2, is the current form: give a sample of it"#),
        ("AccountSpent", 1, "no codec decodes the former event AccountSpent, schema 1"),
    ])
    func `a former event must have a former schema`(_ type: EventType, _ schema: Int, _ finding: String) {
        let failure = #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(
                Deposit.self, samples: [],
                former: [
                    FormerEvent(type, schema: schema, #"{"cents":7}"#, decodesTo: .deposited(cents: 7))
                ], file: folder.path("x"))
        }
        #expect(failure?.finding == finding)
    }
}

private enum Deposit: Codable, Equatable, StoredEvent {
    static let category = "account"
    static let storedTypes: StoredEventTypes = [
        "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) }
    ]
    case deposited(cents: Int)
}

private enum Upcast: Codable, StoredEvent {
    static let category = "account"
    static let storedTypes: StoredEventTypes = [
        "opened": .upcasting { old, new in new.text("name", try old.text("owner")) }
    ]
    case opened(name: String)
}

private enum WronglyUpcast: Codable, StoredEvent {
    static let category = "account"
    static let storedTypes: StoredEventTypes = [
        "opened": .upcasting { old, new in new.text("name", try old.text("holder")) }
    ]
    case opened(name: String)
}
