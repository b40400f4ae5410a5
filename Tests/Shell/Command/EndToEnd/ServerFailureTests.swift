import Foundation
import TestCertificates
import TestFolders
import Testing

extension EndToEndTests {
    /// How commands with `--server` end when there is no server, no session, or another server.
    @Suite("Failures of --server")
    struct ServerFailureTests {
        /// A command with its standard input.
        private struct Command {
            let arguments: [String]
            var input: String?
        }

        private static let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        private static let password = CommandServer.password
        private static let link = String(repeating: "A", count: 43)

        /// The commands that need a session.
        private static let inSession =
            [
                ["items", "add", "Buy milk"], ["items", "rename", id, "Buy tea"], ["items", "complete", id],
                ["items", "reopen", id], ["items", "delete", id], ["items", "restore", id], ["items", "list"],
                ["items", "show", id],
                ["profile", "setup", "--user", "u", "--screen-name", "ada", "--birthday", "1990-12-10"],
                ["profile", "change", "--user", "u", "--screen-name", "ada"], ["profile", "list"],
                ["profile", "show", "u"], ["auth", "whoami"], ["auth", "sessions"], ["auth", "sign-out"],
            ].map { Command(arguments: $0) } + [
                Command(arguments: ["auth", "change-password"], input: "\(password)\nanother odd password\n"),
                Command(arguments: ["auth", "delete-account"], input: "\(password)\n"),
            ]

        /// The commands that need none.
        private static let withoutSession = [
            Command(arguments: ["auth", "register", "ada@example.com"], input: "\(password)\n"),
            Command(arguments: ["auth", "confirm"], input: "\(link)\n"),
            Command(arguments: ["auth", "sign-in", "ada@example.com"], input: "\(password)\n"),
            Command(arguments: ["auth", "request-reset", "ada@example.com"]),
            Command(arguments: ["auth", "reset-password"], input: "\(link)\n\(password)\n"),
        ]

        private func expect(
            _ status: Int32, _ text: String, of command: Command, by user: CommandUser,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let result = try await user.process.run(command.arguments + user.place, input: command.input)
            #expect(
                result.status == status && result.output == "" && result.errors.contains(text),
                "\(command.arguments): \(result)", sourceLocation: sourceLocation)
        }

        @Test("without a session, commands exit with 77 and say how to sign in; so they do when it has ended")
        func noSession() async throws {
            try await CommandServer.run { server in
                let ada = server.user("ada")
                let remedy = "not signed in at \(server.address): run nacre auth sign-in"
                for command in Self.inSession { try await expect(77, remedy, of: command, by: ada) }
                let first = try await server.signedIn("ada")
                var second = first
                second.process.environment["NACRE_SESSIONS"] = server.folder.path("second.json")
                try await second.signIn()
                try await second.output("auth", "sign-out", "--all")
                for command in Self.inSession where command.arguments != ["auth", "sign-out"] {
                    try await expect(77, "has ended", of: command, by: first)
                }
                try await first.output("auth", "sign-out")
            }
        }

        @Test("commands of a server that cannot be reached exit with 69")
        func unreachable() async throws {
            try await CommandServer.run { server in
                let ada = try await server.signedIn("ada")
                try await server.server.kill()
                for command in Self.inSession + Self.withoutSession {
                    try await expect(69, "cannot be reached", of: command, by: ada)
                }
            }
        }

        @Test("what needs the log is refused, and so are two places for one command")
        func refused() async throws {
            let user = try Self.user(at: "http://127.0.0.1:1", in: try TemporaryFolder())
            for command in Self.inSession + Self.withoutSession {
                let both = Command(arguments: command.arguments + ["--store", "s"], input: command.input)
                try await expect(64, "give only one of them", of: both, by: user)
            }
            for arguments in [
                ["items", "history", Self.id], ["profile", "history", "u"], ["items", "list", "--as-of", "1"],
                ["items", "show", Self.id, "--as-of", "1"], ["profile", "list", "--as-of", "1"],
                ["profile", "show", "u", "--as-of", "1"],
            ] { try await expect(64, "give --store instead", of: Command(arguments: arguments), by: user) }
        }

        @Test(
            "an address that is none, or that would send passwords in clear, exits with 64",
            arguments: [
                "", "nacre", "http://", "ftp://127.0.0.1", "http://nacre.example.com", "https://a:b@nacre.example.com",
                "https://nacre.example.com/?q", "http://127.0.0.1:99999", "http://127.0.0.1:0", "http://[::1",
            ])
        func address(_ address: String) async throws {
            let user = try Self.user(at: address, in: try TemporaryFolder())
            for command in [["items", "list"], ["profile", "list"], ["auth", "whoami"]] {
                try await expect(64, "--server", of: Command(arguments: command), by: user)
            }
        }

        @Test("a server without TLS, and one whose certificate is not trusted, are not used with https")
        func tls() async throws {
            try await CommandServer.run { server in
                let address = server.address.replacing("http://", with: "https://")
                let ada = try Self.user(at: address, in: server.folder)
                try await expect(69, "cannot be reached", of: Command(arguments: ["auth", "whoami"]), by: ada)
            }
            let folder = try TemporaryFolder()
            let files = try LoopbackCertificate.write(into: folder)
            let server = ServerProcess(
                in: folder, arguments: ["--tls-certificate", files.certificate, "--tls-key", files.key])
            try await server.start()
            let ada = try Self.user(at: "https://127.0.0.1:\(await server.port)", in: folder)
            try await expect(69, "CERTIFICATE", of: Command(arguments: ["auth", "whoami"]), by: ada)
            try await server.kill()
        }

        /// An answer that no server of this version gives.
        private static func answer(_ status: String, _ type: String, _ body: String) -> String {
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Location: http://127.0.0.1:1/\r\nConnection: close\r\n\r\n\(body)"
        }

        /// Answers of servers of another kind or version, with the exit status and what is said.
        private static let answers: [(answer: String, status: Int32, text: String)] = [
            (answer("200 OK", "text/html", "<html></html>"), 1, "check the server's address"),
            (answer("401 Unauthorized", "text/html", "<html></html>"), 1, "check the server's address"),
            (answer("404 Not Found", "text/html", "<html></html>"), 1, "check the server's address"),
            (answer("301 Moved Permanently", "text/html", ""), 1, "check the server's address"),
            (answer("500 Internal Server Error", "text/html", ""), 1, "check the server's address"),
            (answer("200 OK", "application/json", #"{"account":"a","new":1}"#), 1, "check the server's address"),
            (
                answer(
                    "409 Conflict", "application/problem+json",
                    #"{"type":"urn:nacre:problem:new","title":"New","status":409,"detail":"a rule to come","new":1}"#),
                1,
                "a rule to come"
            ),
            ("220 mail.example.com ESMTP\r\n", 69, "cannot be reached"), ("", 69, "cannot be reached"),
        ]

        @Test("answers of another kind of server, or of another version, are typed errors", arguments: answers.indices)
        func otherServer(_ index: Int) async throws {
            let (answer, status, text) = Self.answers[index]
            let folder = try TemporaryFolder()
            try await RawServer.run(answering: answer) { address in
                let user = try Self.user(at: address, in: folder)
                for command in Self.inSession.prefix(12) + Self.withoutSession {
                    try await expect(status, text, of: command, by: user)
                }
            }
        }

        /// A user with a session that no server has given.
        private static func user(at address: String, in folder: TemporaryFolder) throws -> CommandUser {
            let sessions = try folder.file(#"{"\#(address)":"\#(link)"}"#, named: "sessions.json")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: sessions)
            return CommandUser(
                name: "ada", place: ["--server", address],
                process: NacreProcess(environment: [
                    "NACRE_SESSIONS": sessions, "XDG_CACHE_HOME": folder.path("cache"),
                ]))
        }
    }
}
