import ChildProcesses
import Foundation
import TestFolders
import Testing

extension EndToEndTests {
    @Suite("Accounts")
    struct AuthCommandTests {
        private let store: CommandLineStore
        private let sessionFile: String
        private let password = "a long and odd password"

        init() throws {
            var store = try CommandLineStore()
            sessionFile = store.folder.path("sessions.json")
            store.process.environment["NACRE_SESSIONS"] = sessionFile
            self.store = store
        }

        private func json(_ text: String) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }

        private func register(_ email: String = "ada@example.com") async throws {
            try await store.output("auth", "register", email, input: "\(password)\n")
        }

        private func signIn(_ email: String = "ada@example.com") async throws -> [String: Any] {
            try json(try await store.output("auth", "sign-in", email, "--format", "json", input: "\(password)\n"))
        }

        /// The token that the session file holds.
        private var keptToken: String {
            get throws {
                let data = try Data(contentsOf: URL(filePath: sessionFile))
                let tokens = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
                return try #require(tokens.values.first)
            }
        }

        @Test("an account signs in, is shown with its sessions, and signs out")
        func session() async throws {
            try await register()
            let signedIn = try await signIn()
            let account = try json(try await store.output("auth", "whoami", "--format", "json"))
            #expect(account["account"] as? String == signedIn["account"] as? String)
            #expect(account["session"] as? String == signedIn["session"] as? String)
            #expect(account["isEmailConfirmed"] as? Bool == false)
            #expect(account["roles"] as? [String] == [])
            #expect(try await store.output("auth", "whoami").contains("confirmed  no\nroles      -\n"))
            let other = try await signIn()
            let lines = try await store.output("auth", "sessions", "--format", "ndjson").split(separator: "\n")
            let sessions = try lines.map { try json(String($0)) }
            #expect(
                sessions.map { $0["session"] as? String } == [signedIn, other].map { $0["session"] as? String })
            #expect(sessions.map { $0["isCurrent"] as? Bool } == [false, true])
            #expect(try await store.output("auth", "sign-out") == "")
            #expect(try await store.failure(77, "auth", "whoami").contains("sign-in"))
            #expect(try await store.failure(77, "auth", "sessions").contains("sign-in"))
        }

        @Test("signing out everywhere ends other sessions too")
        func everywhere() async throws {
            try await register()
            _ = try await signIn()
            let first = try Data(contentsOf: URL(filePath: sessionFile))
            _ = try await signIn()
            try await store.output("auth", "sign-out", "--all")
            try first.write(to: URL(filePath: sessionFile))
            #expect(try await store.failure(77, "auth", "whoami").contains("has ended"))
        }

        @Test("the session is kept for its owner alone, and is neither printed nor kept with --print-token")
        func keeping() async throws {
            try await register()
            let result = try await store.run("auth", "sign-in", "ada@example.com", input: "\(password)\n")
            let token = try keptToken
            #expect(!result.output.contains(token) && !result.errors.contains(token))
            #expect(!result.output.contains(password) && !result.errors.contains(password))
            let mode = try FileManager.default.attributesOfItem(atPath: sessionFile)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let printed = try await store.output(
                "auth", "sign-in", "ada@example.com", "--print-token", input: "\(password)\n")
            #expect(printed.utf8.count == 44 && printed != "\(token)\n")
            #expect(try keptToken == token)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: sessionFile)
            #expect(try await store.failure(65, "auth", "whoami").contains("644"))
        }

        @Test("each store has a session of its own, whatever path it is named by")
        func stores() async throws {
            try await register()
            _ = try await signIn()
            let other = CommandLineStore(sharing: store, named: "other.store")
            try await other.output("auth", "register", "ada@example.com", input: "\(password)\n")
            try await other.failure(77, "auth", "whoami")
            let link = store.folder.path("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
            try await CommandLineStore(sharing: store, named: "link").output("auth", "whoami")
        }

        @Test("a wrong password is refused alike for known and unknown addresses")
        func refused() async throws {
            try await register()
            let known = try await store.failure(77, "auth", "sign-in", "ada@example.com", input: "wrong\n")
            let unknown = try await store.failure(77, "auth", "sign-in", "eve@example.com", input: "wrong\n")
            #expect(known == unknown)
            try await store.failure(65, "auth", "sign-in", "ada at example", input: "wrong\n")
        }

        @Test("a changed password ends the other sessions, and keeps this one")
        func changing() async throws {
            try await register()
            _ = try await signIn()
            let other = try Data(contentsOf: URL(filePath: sessionFile))
            _ = try await signIn()
            try await store.failure(77, "auth", "change-password", input: "wrong\nanother odd password\n")
            let weak = try await store.failure(65, "auth", "change-password", input: "\(password)\nshort\n")
            #expect(weak.contains("12") && !weak.contains("short\n"))
            try await store.output("auth", "change-password", input: "\(password)\nanother odd password\n")
            try await store.output("auth", "whoami")
            try other.write(to: URL(filePath: sessionFile))
            try await store.failure(77, "auth", "whoami")
            try await store.failure(77, "auth", "sign-in", "ada@example.com", input: "\(password)\n")
            try await store.output("auth", "sign-in", "ada@example.com", input: "another odd password\n")
        }

        @Test("a deleted account has no session and no password any more, and its address is free")
        func deleting() async throws {
            try await register()
            _ = try await signIn()
            try await store.failure(77, "auth", "delete-account", input: "wrong\n")
            try await store.output("auth", "delete-account", input: "\(password)\n")
            #expect(try await store.failure(77, "auth", "whoami").contains("not signed in"))
            try await store.failure(77, "auth", "sign-in", "ada@example.com", input: "\(password)\n")
            try await register()
            _ = try await signIn()
        }

        @Test("a missing store is created by registering alone")
        func missing() async throws {
            for command in ["whoami", "sign-out", "sessions"] { try await store.failure(66, "auth", command) }
            try await store.failure(66, "auth", "sign-in", "ada@example.com", input: "\(password)\n")
            try await store.failure(66, "auth", "grant", "ada@example.com", "operator")
            #expect(!store.exists)
            try await store.failure(65, "auth", "register", "ada@example.com", input: "short\n")
            try await register()
        }

        @Test("input without the asked-for line, or with other bytes than text, is refused")
        func input() async throws {
            #expect(try await store.failure(65, "auth", "register", "ada@example.com").contains("Password"))
            try await register()
            _ = try await signIn()
            #expect(
                try await store.failure(65, "auth", "change-password", input: "\(password)\n")
                    .contains("New password"))
            let long = String(repeating: "a", count: 5000)
            let error = try await store.failure(65, "auth", "sign-in", "ada@example.com", input: long)
            #expect(error.contains("4096") && !error.contains("aaaa"))
            #expect(try await store.failure(65, "auth", "confirm", input: "hunter2\n").contains("link"))
        }

        @Test("a terminal asks for a new password twice, and does not show it")
        func prompts() async throws {
            let terminal = try PseudoTerminal()
            let arguments = ["auth", "register", "ada@example.com", "--store", store.path]
            for (second, status) in [("another odd password", 65), (password, 0)] as [(String, Int32)] {
                let process = try await terminal.start(arguments, environment: store.process.environment)
                var shown = try await terminal.shown(until: "Password: ")
                #expect(try !terminal.isEchoing)
                try terminal.type(password)
                shown += try await terminal.shown(until: "Password, again: ")
                try terminal.type(second)
                #expect(try await process.ending() == .exit(status))
                shown += String(decoding: try terminal.pending(), as: UTF8.self)
                #expect(!shown.contains("odd"))
                #expect(try terminal.isEchoing)
            }
            _ = try await signIn()
        }

        @Test("a signal at the prompt ends the command, and the terminal shows again what is typed")
        func interrupted() async throws {
            try await register()
            let terminal = try PseudoTerminal()
            let process = try await terminal.start(
                ["auth", "sign-in", "ada@example.com", "--store", store.path],
                environment: store.process.environment)
            _ = try await terminal.shown(until: "Password: ")
            process.send(SIGINT)
            #expect(try await process.ending() == .signal(SIGINT))
            #expect(try terminal.isEchoing)
        }
    }
}
