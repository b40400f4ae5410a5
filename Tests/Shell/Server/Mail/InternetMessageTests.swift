import AuthDomain
import DomainKit
import NIOCore
import Testing

@testable import ShellServer

@Suite struct InternetMessageTests {
    private let date = Instant(nanosecondsSince1970: 1_492_686_794_500_000_000, decimals: 3)

    private func message(
        id: String = "6f2d0c1e-0000-4000-8000-000000000001", subject: String = "Nacre: confirm your e-mail address",
        text: String = "one\ntwo", from sender: String = "Nacre <no-reply@example.org>"
    ) throws -> InternetMessage {
        let message = MailMessage(
            id: id, recipient: try EmailAddress("ada@example.com"), subject: subject, text: text)
        return try InternetMessage(message, from: try Mailbox(sender), at: date)
    }

    @Test func `a mail has the fields of its header, an empty line, and its text`() throws {
        let lines = [
            "Date: Thu, 20 Apr 2017 11:13:14 +0000",
            "From: \"Nacre\" <no-reply@example.org>",
            "To: ada@example.com",
            "Message-ID: <6f2d0c1e-0000-4000-8000-000000000001@example.org>",
            "Subject: Nacre: confirm your e-mail address",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "one",
            "two",
        ]
        #expect(try message().text == lines.map { "\($0)\r\n" }.joined())
    }

    @Test(arguments: ["Hi\r\nBcc: eve@example.com", "Hi\nBcc: eve@example.com", "Hi\r\n\r\nMore", "Hi\u{0}\u{85}there"])
    func `a subject stays in its field`(subject: String) throws {
        let header = try message(subject: subject).text.split(separator: "\r\n\r\n").first ?? ""
        #expect(header.split(separator: "\r\n").count == 9)
        #expect(!header.unicodeScalars.contains { $0.value < 0x20 && $0 != "\r" && $0 != "\n" })
        #expect(header.contains("\r\nSubject: Hi "))
    }

    @Test(arguments: ["", "a b", "a>\r\nBcc: eve@example.com", "é", "a@b"])
    func `an id that cannot be part of a header is refused permanently`(id: String) {
        let error = #expect(throws: MailError.self) { try message(id: id) }
        #expect(error?.isPermanent == true)
    }

    @Test func `no line has more than 78 characters, whatever subject, name and text have`() throws {
        let long = String(repeating: "Größe 🐚 ", count: 40)
        let mail = try message(
            subject: long, text: long + long, from: "\(String(repeating: "é", count: 32)) <no-reply@example.org>")
        #expect(mail.text.utf8.allSatisfy { $0 < 0x7F })
        for line in mail.text.split(separator: "\r\n") { #expect(line.utf8.count <= 78, "\(line)") }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", "Thu, 1 Jan 1970 00:00:00 +0000"),
        ("1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
        ("2024-02-29T12:00:00Z", "Thu, 29 Feb 2024 12:00:00 +0000"),
        ("2026-11-27T04:05:06.789Z", "Fri, 27 Nov 2026 04:05:06 +0000"),
    ])
    func `a date is written as mails have it`(text: String, date: String) throws {
        #expect(try Instant(parsing: text).mailDate == date)
    }

    @Test func `lines that begin with a dot have one more while they are sent, and a lone dot is the end`() throws {
        let text = try message(text: ".\n..two\na.b\n.").text
        let sent = String(buffer: try message(text: ".\n..two\na.b\n.").transmitted)
        #expect(text.hasSuffix("\r\n\r\n.\r\n..two\r\na.b\r\n.\r\n"))
        #expect(sent.hasSuffix("\r\n\r\n..\r\n...two\r\na.b\r\n..\r\n.\r\n"))
    }
}
