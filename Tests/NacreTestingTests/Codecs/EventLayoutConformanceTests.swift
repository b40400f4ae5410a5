import Foundation
import Nacre
import NacreTesting
import Testing

@Suite("Records of stored layouts")
struct EventLayoutConformanceTests {
    private let folder = LayoutFolder()

    @Test func `the first run writes the record and fails, the second one passes`() throws {
        let samples: [Account] = [
            .opened(owner: "ada", note: "x"), .paid(lines: [Line(product: "tea", count: 1)]), .closed,
        ]
        let failure = #expect(throws: ConformanceFailure.self) { try folder.check(samples) }
        #expect(failure?.finding.contains("there was no record: \(folder.record.path()) has been written") == true)
        #expect(
            try String(contentsOf: folder.record, encoding: .utf8) == """
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
        try folder.check(samples)
        try folder.check(samples.reversed())
    }

    @Test func `a renamed field fails with the remedy, and recording does not help`() throws {
        let finding = folder.finding(
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
                Stored events keep their recorded form. If a name in Swift has changed, keep the stored name
                """) == true, "\(finding ?? "")")
        try folder.check([Account.opened(owner: "ada", note: nil)])
    }

    @Test func `a renamed optional field fails too`() {
        let finding = folder.finding(
            recorded: [Account.opened(owner: "ada", note: "x")],
            checked: [OtherNote.opened(owner: "ada", remark: "x")], recording: true)
        #expect(finding?.contains("-     note: string\n+     remark: string\n") == true, "\(finding ?? "")")
    }

    @Test func `a renamed case fails, unless it keeps its type`() throws {
        let finding = folder.finding(recorded: [Account.closed], checked: [Renamed.shut], recording: true)
        #expect(
            finding?.contains(
                """
                  AccountClosed, schema 1
                  no codec decodes it: keep the stored type of a renamed case in storedTypes
                + AccountShut, schema 1
                """) == true, "\(finding ?? "")")
        try folder.check([Annotated.shut])
    }

    @Test func `a value that loses its label fails`() {
        let finding = folder.finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Unlabelled.opened("ada")], recording: true)
        #expect(finding?.contains("-     owner: string\n+     value: string\n") == true, "\(finding ?? "")")
    }

    @Test func `a value of another kind fails`() {
        let finding = folder.finding(
            recorded: [Account.opened(owner: "ada", note: nil)], checked: [Numbered.opened(owner: 1)], recording: true)
        #expect(finding?.contains("-     owner: string\n+     owner: number\n") == true, "\(finding ?? "")")
        #expect(finding?.contains("expected an integer, found a string") == true, "\(finding ?? "")")
    }

    @Test func `a case without a sample fails`() throws {
        let finding = folder.finding(
            recorded: [Account.closed, .opened(owner: "", note: nil)], checked: [Account.closed])
        #expect(finding?.contains("  AccountOpened, schema 1\n  no sample is encoded in this form: add one\n") == true)
    }

    @Test func `an addition fails until it is recorded`() throws {
        let old: [Account] = [.opened(owner: "ada", note: nil)]
        let new: [Account] = [.opened(owner: "ada", note: "x"), .closed]
        let finding = folder.finding(recorded: old, checked: new)
        #expect(
            finding?.contains(
                """
                  AccountOpened, schema 1
                +     note: string
                + AccountClosed, schema 1
                Record additions, if they are intended: run the test once with NACRE_RECORD=1
                """) == true, "\(finding ?? "")")
        try folder.check(new, recording: true)
        try folder.check(new)
        let text = try String(contentsOf: folder.record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada"] {"owner":"ada"}"#))
    }

    @Test func `an event that loses a tag fails, and recording does not help`() throws {
        let finding = folder.finding(
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
        let finding = folder.finding(recorded: [Account.opened(owner: "ada", note: nil)], checked: samples)
        #expect(
            finding?.contains("+     the tag \"holder:ada\" of {\"owner\":\"ada\"}\nRecord additions") == true,
            "\(finding ?? "")")
        try folder.check(samples, recording: true)
        try folder.check(samples)
        let text = try String(contentsOf: folder.record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada"] {"owner":"ada"}"#))
        #expect(text.contains(#"> ["owner:ada","holder:ada"] {"owner":"ada"}"#))
    }

    @Test func `an added tag is recorded permanently, whatever the samples are`() throws {
        #expect(throws: ConformanceFailure.self) { try folder.check([Account.opened(owner: "ada", note: nil)]) }
        try folder.check([Retagged.opened(owner: "bob", note: nil)], recording: true)
        try folder.check([Retagged.opened(owner: "bob", note: nil)])
        let text = try String(contentsOf: folder.record, encoding: .utf8)
        #expect(text.contains(#"> ["owner:ada","holder:ada"] {"owner":"ada"}"#))
    }

    @Test func `events that decode their tags are checked with tags`() throws {
        #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(
                TagReader(), named: "Account", samples: ["a\"b"], file: folder.path("x"))
        }
        try EventLayoutConformance.check(
            TagReader(), named: "Account", samples: ["a\"b"], file: folder.path("x"))
    }

    @Test func `an event type is recorded under its own name, with its category`() throws {
        let file = folder.path("x")
        #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(Account.self, samples: [.closed], file: file)
        }
        let text = try String(contentsOf: folder.record, encoding: .utf8)
        #expect(text.contains("\ncategory: account\n"))
        try Data(text.replacing("category: account", with: "category: bank").utf8).write(to: folder.record)
        let failure = #expect(throws: ConformanceFailure.self) {
            try EventLayoutConformance.check(Account.self, samples: [.closed], file: file)
        }
        #expect(failure?.finding.contains("  the category of the streams\n-     bank\n+     account\n") == true)
    }

    @Test(arguments: [("    x: string", 1), ("AccountOpened, schema one", 1), ("A, schema 1\n    > [\"x\" {}", 2)])
    func `an unreadable record is reported with its line`(_ text: String, _ line: Int) throws {
        try FileManager.default.createDirectory(
            at: folder.record.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.record)
        let failure = #expect(throws: ConformanceFailure.self) { try folder.check([Account.closed]) }
        #expect(failure?.finding.contains("cannot be read: line \(line) ") == true, "\(failure?.finding ?? "")")
    }
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
