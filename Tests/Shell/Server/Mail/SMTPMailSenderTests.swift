import AuthDomain
import DomainKit
import NacreTesting
import TestCertificates
import TestFolders
import TestMailServer
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25)), .enabled(if: TestMailServer.isInstalled, "needs Debian's python3-aiosmtpd"))
struct SMTPMailSenderTests {
    private let user = (name: "nacre", password: "hunter2-Größe")

    private func message(id: String = "m-1", subject: String = "Hello", text: String = "one\ntwo") throws -> MailMessage
    {
        MailMessage(id: id, recipient: try EmailAddress("ada@example.com"), subject: subject, text: text)
    }

    /// A sender for a server, which trusts the certificate of the tests.
    private func sender(
        _ url: String, startTLS: Bool = false, password: String? = nil, timeouts: SMTPTimeouts = SMTPTimeouts()
    ) throws -> SMTPMailSender {
        var server = try SMTPServer(url)
        if startTLS { server.security = .startTLS }
        let folder = try TemporaryFolder()
        let options = SMTPOptions(
            server: server, password: password.map { Secret($0.utf8) },
            sender: try Mailbox("Nacre <no-reply@example.org>"),
            trustedCertificates: try LoopbackCertificate.write(into: folder).certificate, timeouts: timeouts)
        return try SMTPMailSender(options, time: SystemTimeSource())
    }

    /// The error of sending a message.
    private func failure(_ sender: SMTPMailSender) async throws -> MailError {
        try #require(await #expect(throws: MailError.self) { try await sender.send(message()) })
    }

    @Test func `a mail arrives as it was written, and a repeat has the same message id`() async throws {
        try await TestMailServer.run { server in
            let sender = try sender("smtp://127.0.0.1:\(server.port)")
            let text = ".\n..two\n" + String(repeating: "Größe 🐚 ", count: 100) + "\n."
            for _ in 0..<2 { try await sender.send(message(subject: "Größe: confirm", text: text)) }
            let mails = try await server.mails(2)
            for mail in mails {
                #expect(mail.envelopeSender == "no-reply@example.org")
                #expect(mail.envelopeRecipients == ["ada@example.com"])
                #expect(mail.sender == "Nacre <no-reply@example.org>")
                #expect(mail.recipient == "ada@example.com")
                #expect(mail.messageID == "<m-1@example.org>")
                #expect(mail.subject == "Größe: confirm")
                #expect(mail.text == text + "\n")
                #expect(mail.host == "[127.0.0.1]")
                #expect(mail.defects == [])
                #expect(!mail.isEncrypted)
                #expect(mail.user == nil)
            }
        }
    }

    @Test(arguments: [("smtp", TestMailServer.Options.TLS.startTLS), ("smtps", .implicit)])
    func `a mail is sent over TLS, with user and password`(scheme: String, tls: TestMailServer.Options.TLS) async throws
    {
        for hasLoginOnly in [false, true] {
            var options = TestMailServer.Options()
            (options.tls, options.user, options.hasLoginOnly) = (tls, user, hasLoginOnly)
            try await TestMailServer.run(options) { server in
                for host in ["127.0.0.1", "localhost"] {
                    let sender = try sender(
                        "\(scheme)://nacre@\(host):\(server.port)", startTLS: tls == .startTLS, password: user.password)
                    try await sender.send(message())
                }
                let mails = try await server.mails(2)
                #expect(mails.allSatisfy { $0.isEncrypted })
                #expect(mails.map(\.user) == ["nacre", "nacre"])
            }
        }
    }

    @Test func `nothing is sent to a server without STARTTLS, or with a certificate that is not trusted`() async throws
    {
        try await TestMailServer.run { server in
            let sender = try sender("smtp://127.0.0.1:\(server.port)", startTLS: true)
            let error = try await failure(sender)
            #expect(!error.isPermanent)
            #expect(error.message.contains("STARTTLS"))
            #expect(try server.commands() == ["GREETING", "EHLO"])
        }
        for tls in [TestMailServer.Options.TLS.startTLS, .implicit] {
            var options = TestMailServer.Options()
            options.tls = tls
            try await TestMailServer.run(options) { server in
                var address = try SMTPServer("smtp://127.0.0.1:\(server.port)")
                address.security = tls == .implicit ? .implicitTLS : .startTLS
                let untrusting = SMTPOptions(server: address, sender: try Mailbox("no-reply@example.org"))
                let error = try await failure(try SMTPMailSender(untrusting, time: SystemTimeSource()))
                #expect(!error.isPermanent)
                #expect(error.message.contains("CERTIFICATE_VERIFY_FAILED"))
                #expect(try !server.commands().contains("MAIL"))
            }
        }
    }

    @Test func `a reply in clear after the consent to TLS ends the connection`() async throws {
        var options = TestMailServer.Options()
        options.tls = .startTLS
        try await TestMailServer.run(options) { server in
            try server.answer("STARTTLS", with: .inject)
            let error = try await failure(try sender("smtp://127.0.0.1:\(server.port)", startTLS: true))
            #expect(error.message.contains("UnexpectedData"))
        }
    }

    @Test func `a wrong password, or none, is no reason to give mails up`() async throws {
        var options = TestMailServer.Options()
        options.user = user
        try await TestMailServer.run(options) { server in
            let wrong = try await failure(try sender("smtp://nacre@127.0.0.1:\(server.port)", password: "wrong"))
            #expect(!wrong.isPermanent)
            #expect(wrong.message.contains("refuses the user name or the password at present: 535"))
            let none = try await failure(try sender("smtp://127.0.0.1:\(server.port)"))
            #expect(!none.isPermanent)
        }
        try await TestMailServer.run { server in
            let error = try await failure(try sender("smtp://nacre@127.0.0.1:\(server.port)", password: "a"))
            #expect(!error.isPermanent)
            #expect(error.message.contains("neither AUTH PLAIN nor AUTH LOGIN"))
        }
    }

    @Test(arguments: [
        ("GREETING", "554 5.3.2 no", false), ("EHLO", "502 5.5.1 no", false), ("MAIL", "550 5.7.1 no", false),
        ("MAIL", "451 4.3.0 no", false), ("RCPT", "450 4.2.1 ada@example.com is busy", false),
        ("RCPT", "550 5.1.1 ada@example.com is unknown", true), ("RCPT", "530 5.7.0 no", false),
        ("RCPT", "554 5.7.1 Relay access denied", false), ("RCPT", "503 5.5.1 no", false),
        ("RCPT", "421 4.3.2 no", false), ("DATA", "452 4.3.1 no", false), ("DATA", "554 5.6.0 no", true),
    ])
    func `only a refusal of the recipient or of the mail is permanent, and none shows an address`(
        command: String, reply: String, isPermanent: Bool
    ) async throws {
        try await TestMailServer.run { server in
            try server.answer(command, with: .reply(reply))
            let error = try await failure(try sender("smtp://127.0.0.1:\(server.port)"))
            #expect(error.isPermanent == isPermanent)
            #expect(error.message.contains("127.0.0.1:\(server.port) refuses"))
            #expect(error.message.hasSuffix(": \(reply.prefix(9))"))
            #expect(!error.message.contains("ada"))
        }
    }

    @Test func `an absent server is tried again later`() async throws {
        let port = try await TestMailServer.run { $0.port }
        let error = try await failure(try sender("smtp://127.0.0.1:\(port)"))
        #expect(!error.isPermanent)
        #expect(error.message.contains("the mail server 127.0.0.1:\(port) cannot be used at present"))
    }

    @Test(arguments: ["GREETING", "EHLO", "MAIL", "RCPT", "DATA"])
    func `a server that is silent or cuts the connection is tried again later`(command: String) async throws {
        var timeouts = SMTPTimeouts()
        // Short for the command alone, so that a busy machine is not taken for a silent server earlier.
        if command == "DATA" { timeouts.completion = .milliseconds(300) } else { timeouts.reply = .milliseconds(300) }
        for answer in [TestMailServer.Answer.hang, .drop] {
            try await TestMailServer.run { server in
                try server.answer(command, with: answer)
                let error = try await failure(try sender("smtp://127.0.0.1:\(server.port)", timeouts: timeouts))
                #expect(!error.isPermanent)
                #expect(error.message.contains("may have taken the mail") == (command == "DATA"))
            }
        }
    }

    @Test func `a cancelled task stops waiting for a server`() async throws {
        try await TestMailServer.run { server in
            try server.answer("RCPT", with: .hang)
            let sender = try sender("smtp://127.0.0.1:\(server.port)")
            let sending = Task { try await sender.send(message()) }
            while try !server.commands().contains("RCPT") { try await Task.sleep(for: .milliseconds(10)) }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
    }
}
