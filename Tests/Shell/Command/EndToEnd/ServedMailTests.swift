import ChildProcesses
import Foundation
import TestCertificates
import TestFolders
import TestMailServer
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Mails of a served store", .enabled(if: TestMailServer.isInstalled, "needs Debian's python3-aiosmtpd"))
    struct ServedMailTests {
        private static let email = "ada@example.com"
        private static let password = "a long and odd password"

        private let store: CommandLineStore

        init() throws {
            store = try CommandLineStore()
        }

        /// Serves the store with a mail server, and returns what it has logged.
        private func serve(
            _ url: String, _ arguments: String..., environment: [String: String] = [:], _ test: () async throws -> Void
        ) async throws -> String {
            let mail = ["--smtp", url, "--mail-from", "Nacre <no-reply@example.org>"] + arguments
            let process = try await ChildProcess(
                URL(filePath: NacreProcess.program), ["serve", "--port", "0", "--store", store.path] + mail,
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
                errors: URL(filePath: store.folder.file("", named: "server.log")))
            do {
                _ = try await process.output { $0.contains(UInt8(ascii: "\n")) }
                try await test()
            } catch {
                process.send(SIGKILL)
                throw error
            }
            process.send(SIGTERM)
            #expect(try await process.ending() == .exit(0))
            return try log()
        }

        private func log() throws -> String { String(decoding: try store.folder.bytes("server.log"), as: UTF8.self) }

        private func register() async throws {
            try await store.output("auth", "register", Self.email, input: "\(Self.password)\n")
        }

        /// Waits until the server has logged a text.
        private func waitForLog(of text: String) async throws {
            while try !log().contains(text) { try await Task.sleep(for: .milliseconds(20)) }
        }

        /// The events of mails, once there is one of a type.
        private func mailEvents(with type: String) async throws -> [String] {
            while true {
                let events = try await store.output("read", "--format", "ndjson").split(separator: "\n").map(
                    String.init
                )
                .filter { $0.contains("\"stream\":\"mail-") }
                if events.contains(where: { $0.contains("\"\(type)\"") }) { return events }
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        /// The token of a link in a mail.
        private func token(in mail: ReceivedMail) throws -> String {
            String(try #require(mail.text.firstMatch(of: /\?token=([A-Za-z0-9_-]{43})$/.anchorsMatchLineEndings())).1)
        }

        /// Requires that a log has neither address, token nor password.
        private func expectNoSecrets(in log: String, and tokens: [String]) {
            for secret in tokens + [Self.email, Self.password, "hunter2"] { #expect(!log.contains(secret)) }
        }

        @Test("the mail of a registration is sent over TLS with user and password, and its link confirms the address")
        func confirmation() async throws {
            var options = TestMailServer.Options()
            (options.tls, options.user) = (.startTLS, (name: "nacre@example.org", password: "hunter2"))
            try await TestMailServer.run(options) { server in
                let certificates = try LoopbackCertificate.write(into: store.folder).certificate
                let file = try store.folder.file("hunter2\n", named: "password")
                var tokens: [String] = []
                let log = try await serve(
                    "smtp://nacre%40example.org@127.0.0.1:\(server.port)", "--smtp-starttls", "--smtp-certificates",
                    certificates, "--smtp-password-file", file
                ) {
                    try await register()
                    let mail = try #require(try await server.mails(1).first)
                    #expect(mail.isEncrypted)
                    #expect(mail.user == "nacre@example.org")
                    #expect(mail.envelopeRecipients == [Self.email])
                    #expect(mail.sender == "Nacre <no-reply@example.org>")
                    #expect(mail.subject == "Nacre: confirm your e-mail address")
                    tokens.append(try token(in: mail))
                    try await store.output("auth", "confirm", input: "\(tokens[0])\n")
                    let events = try await mailEvents(with: "MailSent")
                    let id = try #require(mail.messageID.wholeMatch(of: /<(.+)@example.org>/)).1
                    #expect(events.count == 2 && events.allSatisfy { $0.contains("\"mail-\(id)\"") })
                }
                expectNoSecrets(in: log, and: tokens)
            }
        }

        @Test("a mail waits for an absent server, and is repeated under one message id until it is taken")
        func absence() async throws {
            let port = try await TestMailServer.run { $0.port }
            var options = TestMailServer.Options()
            (options.port, options.user) = (port, (name: "nacre", password: "hunter2"))
            options.answers = ["DATA": .drop]
            var tokens: [String] = []
            let log = try await serve(
                "smtp://nacre@127.0.0.1:\(port)", environment: ["NACRE_SMTP_PASSWORD": "hunter2"]
            ) {
                try await register()
                try await waitForLog(of: "cannot be used at present")
                try await TestMailServer.run(options) { server in
                    _ = try await server.mails(1)
                    try await waitForLog(of: "may have taken the mail")
                    try server.answer("DATA", with: nil)
                    #expect(try await mailEvents(with: "MailSent").count == 2)
                    let mails = try await server.mails(2)
                    #expect(Set(mails.map(\.messageID)).count == 1)
                    tokens = try mails.map(token)
                    #expect(Set(tokens).count == mails.count)
                    for token in tokens.dropLast() {
                        try await store.failure(65, "auth", "confirm", input: "\(token)\n")
                    }
                    try await store.output("auth", "confirm", input: "\(try #require(tokens.last))\n")
                }
            }
            expectNoSecrets(in: log, and: tokens)
        }

        @Test("a mail that the server refuses for good is given up at once")
        func refusal() async throws {
            try await TestMailServer.run { server in
                try server.answer("RCPT", with: .reply("550 5.1.1 \(Self.email) is unknown"))
                let log = try await serve("smtp://127.0.0.1:\(server.port)") {
                    try await register()
                    let events = try await mailEvents(with: "MailAbandoned")
                    #expect(events.last?.contains("\"refused\"") == true)
                    try await waitForLog(of: "the mail was given up, because the mail server refuses it permanently")
                }
                #expect(try server.commands().filter { $0 == "RCPT" }.count == 1)
                expectNoSecrets(in: log, and: [])
            }
        }

        @Test(
            "options that do not fit are refused, and passwords in them are not shown",
            arguments: [
                (["--smtp", "smtp://localhost"], "give --mail-from"),
                (["--smtp", "localhost", "--mail-from", "a@example.com"], "smtp://user@mail.example.com:587"),
                (["--smtp", "smtp://ada:hunter2@localhost", "--mail-from", "a@example.com"], "give it in a file"),
                (["--smtp", "smtp://localhost", "--mail-from", "Nacre"], "has an invalid address"),
                (
                    ["--smtp", "smtp://localhost", "--mail-from", "a@example.com", "--mail-folder", "m"],
                    "give one of them"
                ),
                (
                    ["--smtp", "smtps://localhost", "--mail-from", "a@example.com", "--no-smtp-starttls"],
                    "begins with TLS"
                ),
                (["--mail-from", "a@example.com"], "give --smtp too"),
                (["--smtp-password-file", "p", "--mail-folder", "m"], "give --smtp too"),
                (["--smtp-certificates", "c.pem"], "give --smtp too"), (["--smtp-starttls"], "give --smtp too"),
            ])
        func invalidOptions(options: [String], message: String) async throws {
            let result = try await store.process.run(["serve", "--port", "0", "--store", store.path] + options)
            #expect(result.status == 64)
            #expect(result.errors.contains(message))
            #expect(!result.errors.contains("hunter2"))
            #expect(!store.exists)
        }

        @Test("a password or a certificate that cannot be used is refused before the store is created")
        func unusableFiles() async throws {
            let user = ["--smtp", "smtp://ada@localhost", "--mail-from", "a@example.com"]
            let missing = store.folder.path("missing")
            let empty = try store.folder.file("\n", named: "empty")
            for (options, message) in [
                (user, "needs a password"),
                (user + ["--smtp-password-file", missing], "cannot be read"),
                (user + ["--smtp-password-file", empty], "has 0 bytes"),
                (
                    ["--smtp", "smtp://localhost", "--mail-from", "a@example.com", "--smtp-password-file", empty],
                    "user name"
                ),
                (
                    ["--smtp", "smtps://localhost", "--mail-from", "a@example.com", "--smtp-certificates", missing],
                    "must be PEM"
                ),
            ] {
                let result = try await store.process.run(["serve", "--port", "0", "--store", store.path] + options)
                #expect(result.status == 65, "\(options)")
                #expect(result.errors.contains(message), "\(options): \(result.errors)")
            }
            #expect(!store.exists)
        }
    }
}
