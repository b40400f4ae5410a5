import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Records of stored layouts")
final class EventLayoutConformanceTests {
    /// The folder in which the recorded tests would be.
    private let folder = URL.temporaryDirectory.appending(path: "layouts-\(UUID())")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private var record: URL { folder.appending(path: "Layouts/Account.txt") }

    private func check<Event: StoredEvent>(_ samples: [Event], recording: Bool = false) throws {
        try EventLayoutConformance.check(
            Event.codec, named: "Account", samples: samples, recording: recording,
            file: folder.appending(path: "AccountTests.swift").path())
    }

    /// Records events, then checks others against the record and returns the finding.
    private func finding<Old: StoredEvent, New: StoredEvent>(
        recorded: [Old], checked: [New], recording: Bool = false
    ) -> String? {
        #expect(throws: ConformanceFailure.self) { try check(recorded) }
        return #expect(throws: ConformanceFailure.self) { try check(checked, recording: recording) }?.finding
    }

    @Test func `the first run writes the record and fails, the second one passes`() throws {
        let samples: [Account] = [
            .opened(owner: "ada", note: "x"), .paid(lines: [Line(product: "tea", count: 1)]), .closed,
        ]
        let failure = #expect(throws: ConformanceFailure.self) { try check(samples) }
        #expect(failure?.finding.contains("there was no record: \(record.path()) has been written") == true)
        #expect(
            try String(contentsOf: record, encoding: .utf8) == """
                # What Account stores. Recorded by EventLayoutConformance of NacreTesting; keep it with the tests.

                AccountClosed, schema 1
                    > {}

                AccountOpened, schema 1
                    note: string
                    owner: string
                    > ["owner:ada"] {"owner":"ada","note":"x"}

                AccountPaid, schema 1
                    lines: array
                    lines[]: object
                    lines[].count: number
                    lines[].product: string
                    > {"lines":[{"product":"tea","count":1}]}

                """)
        try check(samples)
        try check(samples.reversed())
    }

    @Test func `a renamed field fails with the remedy, and recording does not help`() throws {
        let finding = finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Renamed.opened(holder: "ada")],
            recording: true)
        #expect(
            finding?.hasPrefix(
                """
                Account does not store what Layouts/Account.txt records (- recorded, + now):
                  AccountOpened, schema 1
                -     owner: string
                +     holder: string
                  its example {"owner":"ada"} cannot be decoded: it has no field "holder"
                Stored events keep their recorded form. If a name in Swift has changed, keep the stored one
                """) == true, "\(finding ?? "")")
        try check([Account.opened(owner: "ada", note: nil)])
    }

    @Test func `a renamed optional field fails too`() {
        let finding = finding(
            recorded: [Account.opened(owner: "ada", note: "x")],
            checked: [OtherNote.opened(owner: "ada", remark: "x")], recording: true)
        #expect(finding?.contains("-     note: string\n+     remark: string\n") == true, "\(finding ?? "")")
    }

    @Test func `a renamed case fails, unless it keeps its type`() throws {
        let finding = finding(recorded: [Account.closed], checked: [Renamed.shut], recording: true)
        #expect(
            finding?.contains(
                """
                  AccountClosed, schema 1
                  no codec decodes it: keep the stored type of a renamed case in storedTypes
                + AccountShut, schema 1
                """) == true, "\(finding ?? "")")
        try check([Annotated.shut])
    }

    @Test func `a value that loses its label fails`() {
        let finding = finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Unlabelled.opened("ada")], recording: true)
        #expect(finding?.contains("-     owner: string\n+     value: string\n") == true, "\(finding ?? "")")
    }

    @Test func `a value of another kind fails`() {
        let finding = finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Numbered.opened(owner: 1)], recording: true)
        #expect(finding?.contains("-     owner: string\n+     owner: number\n") == true, "\(finding ?? "")")
        #expect(finding?.contains("expected an integer, found a string") == true, "\(finding ?? "")")
    }

    @Test func `a case without a sample fails`() throws {
        let finding = finding(recorded: [Account.closed, .opened(owner: "", note: nil)], checked: [Account.closed])
        #expect(finding?.contains("  AccountOpened, schema 1\n  no sample is encoded as it: add one\n") == true)
    }

    @Test func `an addition fails until it is recorded`() throws {
        let old: [Account] = [.opened(owner: "ada", note: nil)]
        let new: [Account] = [.opened(owner: "ada", note: "x"), .closed]
        let finding = finding(recorded: old, checked: new)
        #expect(
            finding?.contains(
                """
                  AccountOpened, schema 1
                +     note: string
                + AccountClosed, schema 1
                Record additions, if they are intended: run the test once with NACRE_RECORD=1
                """) == true, "\(finding ?? "")")
        try check(new, recording: true)
        try check(new)
        let text = try String(contentsOf: record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada"] {"owner":"ada"}"#))
    }

    @Test func `a schema after the recorded one is recorded, and the old one is still checked`() throws {
        let old = [Account.opened(owner: "ada", note: nil)]
        #expect(throws: ConformanceFailure.self) { try check(old) }
        try check([Upcast.opened(name: "ada")], recording: true)
        try check([Upcast.opened(name: "ada")])
        #expect(try String(contentsOf: record, encoding: .utf8).contains("AccountOpened, schema 2\n    name: string\n"))
        let failure = #expect(throws: ConformanceFailure.self) { try check([WronglyUpcast.opened(name: "ada")]) }
        #expect(
            failure?.finding.contains(
                #"AccountOpened, schema 1\#n  its example {"owner":"ada"} cannot be decoded: it has no field "holder""#)
                == true, "\(failure?.finding ?? "")")
    }

    @Test func `an event that loses a tag fails, and recording does not help`() throws {
        let finding = finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Untagged.opened(owner: "ada", note: nil)],
            recording: true)
        #expect(
            finding?.contains(
                """
                  AccountOpened, schema 1
                -     the tag "owner:ada" of {"owner":"ada"}
                Stored events keep
                """) == true, "\(finding ?? "")")
    }

    @Test func `an event that gains a tag fails until it is recorded`() throws {
        let samples = [Retagged.opened(owner: "ada", note: nil)]
        let finding = finding(recorded: [Account.opened(owner: "ada", note: nil)], checked: samples)
        #expect(
            finding?.contains("+     the tag \"holder:ada\" of {\"owner\":\"ada\"}\nRecord additions") == true,
            "\(finding ?? "")")
        try check(samples, recording: true)
        try check(samples)
        let text = try String(contentsOf: record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada"] {"owner":"ada"}"#))
        #expect(text.contains(#"> ["owner:ada","holder:ada"] {"owner":"ada"}"#))
    }

    @Test func `an added tag is recorded permanently, whatever the samples are`() throws {
        #expect(throws: ConformanceFailure.self) { try check([Account.opened(owner: "ada", note: nil)]) }
        try check([Retagged.opened(owner: "bob", note: nil)], recording: true)
        try check([Retagged.opened(owner: "bob", note: nil)])
        let text = try String(contentsOf: record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada","holder:ada"] {"owner":"ada"}"#))
    }

    @Test func `a schema read only through an upcaster has an example with its decoded form`() throws {
        let file = folder.appending(path: "x").path()
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
                ], file: folder.appending(path: "x").path())
        }
        #expect(failure?.finding == finding)
    }

    @Test func `events that decode their tags are checked with tags`() throws {
        #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(
                TagReader(), named: "Account", samples: ["a\"b"], file: folder.appending(path: "x").path())
        }
        try EventLayoutConformance.check(
            TagReader(), named: "Account", samples: ["a\"b"], file: folder.appending(path: "x").path())
    }

    @Test func `an event type is recorded under its own name, with its category`() throws {
        let file = folder.appending(path: "x").path()
        #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(Account.self, samples: [.closed], file: file)
        }
        let text = try String(contentsOf: record, encoding: .utf8)
        #expect(text.contains("\ncategory: account\n"))
        try Data(text.replacing("category: account", with: "category: bank").utf8).write(to: record)
        let failure = #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(Account.self, samples: [.closed], file: file)
        }
        #expect(failure?.finding.contains("  the category of the streams\n-     bank\n+     account\n") == true)
    }

    @Test(arguments: [("    x: string", 1), ("AccountOpened, schema one", 1), ("A, schema 1\n    > [\"x\" {}", 2)])
    func `an unreadable record is reported with its line`(_ text: String, _ line: Int) throws {
        try FileManager.default.createDirectory(
            at: record.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: record)
        let failure = #expect(throws: ConformanceFailure.self) { try check([Account.closed]) }
        #expect(failure?.finding.contains("cannot be read: line \(line) ") == true, "\(failure?.finding ?? "")")
    }
}

private enum Account: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: String, note: String?)
    case paid(lines: [Line])
    case closed

    var tags: [Nacre.Tag] {
        guard case .opened(let owner, _) = self else { return [] }
        return ["owner:\(owner)"]
    }
}

private struct Line: Codable {
    var product: String
    var count: Int
}

private enum Renamed: Codable, StoredEvent {
    static let category = "account"
    case opened(holder: String)
    case shut
}

private enum OtherNote: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: String, remark: String?)

    var tags: [Nacre.Tag] {
        guard case .opened(let owner, _) = self else { return [] }
        return ["owner:\(owner)"]
    }
}

private enum Untagged: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: String, note: String?)
}

private enum Retagged: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: String, note: String?)

    var tags: [Nacre.Tag] {
        guard case .opened(let owner, _) = self else { return [] }
        return ["owner:\(owner)", "holder:\(owner)"]
    }
}

private enum Deposit: Codable, Equatable, StoredEvent {
    static let category = "account"
    static let storedTypes: StoredEventTypes = [
        "deposited": .upcasting { old, new in new.integer("cents", try old.integer("euros") * 100) }
    ]
    case deposited(cents: Int)
}

private enum Annotated: Codable, StoredEvent {
    static let category = "account"
    static let storedTypes: StoredEventTypes = ["shut": "AccountClosed"]
    case shut
}

private enum Unlabelled: Codable, StoredEvent {
    static let category = "account"
    case opened(String)
}

private enum Numbered: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: Int)
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

/// A codec whose only value is in a tag.
private struct TagReader: EventCodec {
    func encode(_ event: String) -> EventData {
        EventData(type: "Tagged", tags: [Nacre.Tag(event)], data: Array("{}".utf8))
    }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> String? {
        guard let tag = recorded.tags.first else { throw EventDecodingError(.malformed, "it has no tag", in: recorded) }
        return tag.text
    }
}
