import DomainKit
import Testing

@testable import ShellPages

@Suite struct WordsTests {
    @Test(arguments: [
        ("is empty: give it at least one character", "The name is empty. Give it at least one character."),
        (
            "has 5 Unicode scalars, at least 12 are needed: lengthen it",
            "The name has 5 characters, at least 12 are needed. Lengthen it."
        ),
        ("has 1 Unicode scalars", "The name has 1 character."),
    ])
    func `a rule's message becomes sentences about its field`(_ message: String, _ sentences: String) {
        #expect(message.sentences(about: "The name") == sentences)
    }

    @Test func `an error's message becomes sentences, with one remedy`() {
        #expect(
            "the server cannot be reached: refused: check the network".sentences()
                == "The server cannot be reached. Refused: check the network.")
    }

    @Test func `a long text is shortened in messages`() {
        #expect(String(repeating: "a", count: 60).shortened.count == 60)
        #expect(String(repeating: "a", count: 61).shortened == String(repeating: "a", count: 59) + "…")
    }

    @Test func `a time is shown by day and minute, in UTC`() throws {
        #expect(try Instant(parsing: "2026-01-07T07:03:59.999Z").shown == "7 Jan 2026, 07:03 UTC")
        #expect(try Instant(parsing: "1969-12-31T23:59:59Z").shown == "31 Dec 1969, 23:59 UTC")
    }
}
