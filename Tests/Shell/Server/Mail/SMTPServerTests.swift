import AuthDomain
import DomainKit
import TestFolders
import Testing

@testable import ShellServer

@Suite struct SMTPServerTests {
    @Test(arguments: [
        ("smtp://mail.example.com", "mail.example.com", 587, SMTPServer.Security.startTLS, nil),
        ("smtp://ada@mail.example.com:25", "mail.example.com", 25, .startTLS, "ada"),
        ("SMTPS://Mail.Example.com/", "mail.example.com", 465, .implicitTLS, nil),
        ("smtps://ada%40example.com@mail.example.com:1465", "mail.example.com", 1465, .implicitTLS, "ada@example.com"),
        ("smtp://localhost:2525", "localhost", 2525, .plaintext, nil),
        ("smtp://127.0.0.1", "127.0.0.1", 587, .plaintext, nil),
        ("smtp://[::1]:25", "::1", 25, .plaintext, nil),
        ("smtps://localhost", "localhost", 465, .implicitTLS, nil),
        ("smtp://127.0.0.1.example.com", "127.0.0.1.example.com", 587, .startTLS, nil),
    ])
    func `an address names host, port and user, and requires encryption except on this machine`(
        text: String, host: String, port: Int, security: SMTPServer.Security, user: String?
    ) throws {
        let server = try SMTPServer(text)
        #expect(server.host == host)
        #expect(server.port == port)
        #expect(server.security == security)
        #expect(server.user == user)
    }

    @Test(arguments: [
        "", "mail.example.com", "mail.example.com:587", "https://mail.example.com", "smtp://", "smtp://:25",
        "smtp://mail.example.com/folder", "smtp://mail.example.com?tls=no", "smtp://mail.example.com#a",
        "smtp://mail.example.com:0", "smtp://mail.example.com:65536", "smtp://@mail.example.com",
        "smtp://a%00b@mail.example.com",
    ])
    func `another address is refused`(text: String) {
        let error = #expect(throws: ValidationError.self) { try SMTPServer(text) }
        #expect(error?.failures.map(\.field) == ["smtp"])
    }

    @Test(arguments: [
        "smtp://ada:hunter2@mail.example.com", "smtp://ada:hunter2 @mail.example.com", "smtp//:hunter2@[",
    ])
    func `a password in an address is refused, and not shown`(text: String) {
        let error = #expect(throws: ValidationError.self) { try SMTPServer(text) }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func `a user needs a password that can be sent, and a password a user`() throws {
        let time = SystemTimeSource()
        let sender = try Mailbox("no-reply@example.com")
        let (user, none) = (try SMTPServer("smtp://ada@localhost"), try SMTPServer("smtp://localhost"))
        func error(_ server: SMTPServer, _ password: Secret?) -> SMTPError? {
            #expect(throws: SMTPError.self) {
                try SMTPMailSender(SMTPOptions(server: server, password: password, sender: sender), time: time)
            }
        }
        #expect(error(user, nil) == .missingPassword(user: "ada"))
        #expect(error(none, Secret("hunter2".utf8)) == .missingUser)
        #expect(error(user, Secret([])) == .invalidPassword(byteCount: 0))
        #expect(error(user, Secret([1, 0])) == .invalidPassword(byteCount: 2))
        #expect(error(user, Secret([UInt8](repeating: 1, count: 256))) == .invalidPassword(byteCount: 256))
        _ = try SMTPMailSender(SMTPOptions(server: none, sender: sender), time: time)
        _ = try SMTPMailSender(SMTPOptions(server: user, password: Secret([1]), sender: sender), time: time)
    }

    @Test func `trusted certificates that cannot be read are refused`() throws {
        let folder = try TemporaryFolder()
        let options = SMTPOptions(
            server: try SMTPServer("smtps://localhost"), sender: try Mailbox("no-reply@example.com"),
            trustedCertificates: folder.path("none.pem"))
        let error = #expect(throws: SMTPError.self) { try SMTPMailSender(options, time: SystemTimeSource()) }
        guard case .invalidCertificates = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
