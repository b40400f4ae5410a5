import DomainKit
import Testing

@testable import ShellServer

@Suite struct MailTextTests {
    @Test(arguments: [
        ("", "\r\n"),
        ("one", "one\r\n"),
        ("one\ntwo\r\nthree\rfour\n", "one\r\ntwo\r\nthree\r\nfour\r\n\r\n"),
        ("a=b", "a=3Db\r\n"),
        ("a \n\t\n b", "a=20\r\n=09\r\n b\r\n"),
        ("Größe 🐚", "Gr=C3=B6=C3=9Fe =F0=9F=90=9A\r\n"),
        ("\u{0}\u{7F}", "=00=7F\r\n"),
    ])
    func `a text is encoded as quoted-printable`(text: String, encoded: String) {
        #expect(QuotedPrintable.encode(text) == encoded)
    }

    @Test func `a long line goes on in lines of at most 76 characters`() {
        let encoded = QuotedPrintable.encode(String(repeating: "ab", count: 100) + String(repeating: "é", count: 100))
        let lines = encoded.split(separator: "\r\n")
        #expect(lines.count > 8)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        #expect(lines.dropLast().allSatisfy { $0.hasSuffix("=") })
        let joined = encoded.replacing("=\r\n", with: "")
        #expect(joined == String(repeating: "ab", count: 100) + String(repeating: "=C3=A9", count: 100) + "\r\n")
    }

    @Test(arguments: [
        ("Buy milk", "Buy milk"),
        ("Größe", "=?utf-8?B?R3LDtsOfZQ==?="),
        ("=?utf-8?B?R3LDtsOfZQ==?=", "=?utf-8?B?PT91dGYtOD9CP1IzTER0c09mWlE9PT89?="),
        (" a", "=?utf-8?B?IGE=?="),
    ])
    func `a text that is not plain becomes an encoded word of a header`(text: String, header: String) {
        #expect(HeaderText(text).unstructured == header)
    }

    @Test func `encoded words are short, and divide no character`() {
        let words = HeaderText(String(repeating: "🐚", count: 40)).unstructured.split(separator: "\r\n ")
        #expect(words.count == 4)
        #expect(words.allSatisfy { $0.utf8.count <= 75 && $0.contains("8J+Qm") })
    }

    @Test(arguments: [
        ("no-reply@example.com", "no-reply@example.com"),
        ("<no-reply@example.com>", "no-reply@example.com"),
        ("Nacre <No-Reply@Example.com>", "\"Nacre\" <no-reply@example.com>"),
        ("\"Nacre, Inc.\" <a@example.com>", "\"Nacre, Inc.\" <a@example.com>"),
        ("The \"best\" \\ <a@example.com>", "\"The \\\"best\\\" \\\\\" <a@example.com>"),
        ("Perlmuttgröße <a@example.com>", "=?utf-8?B?UGVybG11dHRncsO2w59l?= <a@example.com>"),
    ])
    func `a mailbox is an address, or a name and an address`(text: String, header: String) throws {
        #expect(try Mailbox(text).header == header)
    }

    @Test func `an invalid mailbox is refused with every failure`() {
        let long = String(repeating: "a", count: 65)
        for (text, count) in [
            ("", 4), ("Nacre", 2), ("Nacre <a@b>", 1), ("\(long) <a@b>", 2), ("a\r\nBcc: b <a@example.com>", 1),
            ("a@example.com, b@example.com", 1),
        ] {
            let error = #expect(throws: ValidationError.self, "\(text)") { try Mailbox(text) }
            #expect((error?.failures.count ?? 0) >= min(count, 1), "\(text)")
            #expect(error?.failures.allSatisfy { $0.field == "mailFrom" } == true)
        }
        let both = #expect(throws: ValidationError.self) { try Mailbox("\(long) <a@b>") }
        #expect(both?.failures.count == 2)
    }
}
