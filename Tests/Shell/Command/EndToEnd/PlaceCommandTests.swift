import Foundation
import Testing

extension EndToEndTests {
    /// The commands of items, profiles and accounts print the same for a store and with `--server`.
    @Suite("Commands of a store and of a server")
    struct PlaceCommandTests {
        private let id = "4a0712f3-6b1c-4f0e-9d5a-2f6f0d1b7c11"
        private let unknown = "7d1e0a52-93c4-4b7f-8a06-5e2c1f9b3d48"
        private let password = CommandServer.password

        /// Runs commands on a store and, as an operator, on a server with another such store.
        private func transcripts(
            _ run: (_ nacre: inout CommandTranscript, _ account: String) async throws -> Void
        ) async throws -> (store: [String], server: [String]) {
            var transcripts: [[String]] = []
            for isAtStore in [true, false] {
                try await CommandServer.run { server in
                    let grace = try await server.signedIn("grace", isOperator: true)
                    var nacre = CommandTranscript(of: isAtStore ? server.store : grace)
                    try await run(&nacre, try await grace.account)
                    transcripts.append(nacre.entries)
                }
            }
            return (transcripts[0], transcripts[1])
        }

        private func expectSame(_ transcripts: (store: [String], server: [String])) {
            #expect(!transcripts.store.isEmpty && transcripts.store.count == transcripts.server.count)
            for (store, server) in zip(transcripts.store, transcripts.server) { #expect(store == server) }
        }

        @Test("every command of items prints the same")
        func items() async throws {
            expectSame(
                try await transcripts { nacre, account in
                    try await nacre.run("items", "list")
                    try await nacre.run("items", "add", "  Buy milk ", "--id", id)
                    try await nacre.run("items", "add", "Buy tea", "--id", id)
                    try await nacre.run("items", "add", "Buy tea", "--owner", account, "--format", "json")
                    try await nacre.run("items", "add", "a\tb", "--format", "json")
                    try await nacre.run("items", "add", "")
                    for command in ["complete", "complete", "reopen", "reopen", "show"] {
                        try await nacre.run("items", command, id)
                    }
                    try await nacre.run("items", "rename", id, "Buy oat milk", "--format", "json")
                    try await nacre.run("items", "rename", id, String(repeating: "a", count: 1_001))
                    try await nacre.run("items", "list")
                    try await nacre.run("items", "list", "--format", "ndjson", "--owner", account)
                    try await nacre.run("items", "list", "--owner", unknown)
                    try await nacre.run("items", "delete", id)
                    for command in ["complete", "reopen", "delete", "show", "restore", "restore", "delete"] {
                        try await nacre.run("items", command, id)
                    }
                    try await nacre.run("items", "rename", id, "Buy tea")
                    try await nacre.run("items", "list")
                    try await nacre.run("items", "list", "--all")
                    for command in ["show", "complete", "reopen", "delete", "restore"] {
                        try await nacre.run("items", command, unknown)
                        try await nacre.run("items", command, "4a0712f3")
                    }
                    try await nacre.run("items", "rename", unknown, "Buy tea")
                })
        }

        @Test("every command of profiles prints the same")
        func profiles() async throws {
            expectSame(
                try await transcripts { nacre, _ in
                    try await nacre.run("profile", "list")
                    for (user, name, birthday) in [
                        ("u-1", "ada", "1990-12-10"), ("u-1", "ada", "1990-12-10"), ("u-2", "aDA", "1990-12-10"),
                        ("u-2", "-", "2990-12-10"), ("", "ada.l", "1990-02-30"), ("u-2", "Lovelace", "1815-12-10"),
                        ("u-2", "b.", "1999-01-31"),
                    ] {
                        try await nacre.run(
                            "profile", "setup", "--user", user, "--screen-name", name, "--birthday", birthday)
                    }
                    try await nacre.run("profile", "change", "--user", "u-2", "--screen-name", "ada")
                    try await nacre.run("profile", "change", "--user", "u-1", "--screen-name", "ada")
                    try await nacre.run(
                        "profile", "change", "--user", "u-1", "--screen-name", "ada.l", "--birthday", "1990-12-11",
                        "--format", "json")
                    try await nacre.run("profile", "change", "--user", "u-1", "--birthday", "1990")
                    try await nacre.run("profile", "change", "--user", "u-3", "--birthday", "1990-12-11")
                    try await nacre.run("profile", "show", "u-1")
                    try await nacre.run("profile", "show", "u-3")
                    try await nacre.run("profile", "list")
                    try await nacre.run("profile", "list", "--format", "ndjson")
                })
        }

        @Test("an item for an account that does not exist is refused")
        func unknownOwner() async throws {
            try await CommandServer.run { server in
                let grace = try await server.signedIn("grace", isOperator: true)
                for target in [server.store, grace] as [any CommandTarget] {
                    let refusal = try await target.failure(65, "items", "add", "Buy milk", "--owner", unknown)
                    #expect(refusal.contains("was deleted or never existed"))
                    #expect(try await target.output("items", "list") == "")
                }
            }
        }

        @Test("an item of another user is as if it did not exist, and only an operator sees all")
        func isolation() async throws {
            try await CommandServer.run { server in
                let grace = try await server.signedIn("grace", isOperator: true)
                let (ada, bob) = (try await server.signedIn("ada"), try await server.signedIn("bob"))
                try await ada.output("items", "add", "Buy milk", "--id", id)
                let list = try await ada.output("items", "list")
                #expect(try await bob.output("items", "list", "--all") == "")
                #expect(try await grace.output("items", "list") == list)
                for command in [["show"], ["rename", "Buy tea"], ["complete"], ["reopen"], ["delete"]] {
                    func refusal(of item: String) async throws -> String {
                        let arguments = ["items", command[0], item] + command.dropFirst()
                        let result = try await bob.process.run(arguments + bob.place)
                        #expect(result.status == 66 && result.output == "", "\(result)")
                        return result.errors.replacing(item, with: "ID")
                    }
                    #expect(try await refusal(of: id) == refusal(of: unknown))
                }
                #expect(try await bob.failure(1, "items", "add", "Buy tea", "--id", id).contains("exists already"))
                let refusal = try await bob.failure(77, "items", "list", "--owner", ada.account)
                #expect(refusal.contains("has not the role"))
                #expect(try await ada.output("items", "list") == list)
            }
        }

        @Test("a profile of another user is refused, and so is the list of profiles")
        func otherProfiles() async throws {
            try await CommandServer.run { server in
                let (ada, bob) = (try await server.signedIn("ada"), try await server.signedIn("bob"))
                let account = try await ada.account
                try await ada.output(
                    "profile", "setup", "--user", account, "--screen-name", "ada", "--birthday", "1990-12-10")
                try await bob.failure(77, "profile", "show", account)
                try await bob.failure(77, "profile", "change", "--user", account, "--screen-name", "bob")
                try await bob.failure(77, "profile", "list")
                try await bob.failure(
                    2, "profile", "setup", "--user", bob.account, "--screen-name", "ADA", "--birthday", "1990-12-10")
                #expect(try await ada.output("profile", "show", account).contains("screen name  ada\n"))
            }
        }

        @Test("every command of accounts prints the same")
        func accounts() async throws {
            var transcripts: [[String]] = []
            for isAtStore in [true, false] {
                try await CommandServer.run { server in
                    let user = server.user("ada")
                    let target: any CommandTarget =
                        isAtStore ? StoreUser(store: server.store, process: user.process) : user
                    let path = URL(filePath: server.store.path).resolvingSymlinksInPath().path
                    var nacre = CommandTranscript(
                        of: target, scrubbing: [server.address: "PLACE", "file://\(path)": "PLACE"])
                    try await accounts(&nacre, server)
                    transcripts.append(nacre.entries)
                }
            }
            expectSame((transcripts[0], transcripts[1]))
        }

        private func accounts(_ nacre: inout CommandTranscript, _ server: CommandServer) async throws {
            let (email, other) = ("ada@example.com", "another odd password")
            try await nacre.run("auth", "register", email, input: "short\n")
            try await nacre.run("auth", "register", "ada at example", input: "\(password)\n")
            for _ in 1...2 { try await nacre.run("auth", "register", email, input: "\(password)\n") }
            try await nacre.run("auth", "confirm", input: "hunter2\n")
            let link = try await server.token(for: "/confirm")
            for _ in 1...2 { try await nacre.run("auth", "confirm", input: "\(link)\n") }
            for command in ["whoami", "sessions", "sign-out"] { try await nacre.run("auth", command) }
            try await nacre.run("auth", "change-password", input: "\(password)\n\(other)\n")
            try await nacre.run("auth", "delete-account", input: "\(password)\n")
            try await nacre.run("auth", "sign-in", email, input: "wrong\n")
            try await nacre.run("auth", "sign-in", "eve@example.com", input: "\(password)\n")
            for _ in 1...2 { try await nacre.run("auth", "sign-in", email, input: "\(password)\n") }
            try await nacre.run("auth", "whoami")
            try await nacre.run("auth", "whoami", "--format", "json")
            try await nacre.run("auth", "sessions")
            try await nacre.run("auth", "change-password", input: "wrong\n\(other)\n")
            try await nacre.run("auth", "change-password", input: "\(password)\nshort\n")
            try await nacre.run("auth", "change-password", input: "\(password)\n\(other)\n")
            try await nacre.run("auth", "sessions", "--format", "ndjson")
            try await nacre.run("auth", "sign-out")
            try await nacre.run("auth", "sign-in", email, "--format", "json", input: "\(other)\n")
            try await nacre.run("auth", "sign-out", "--all")
            for address in [email, "eve@example.com", "ada at example"] {
                try await nacre.run("auth", "request-reset", address)
            }
            let reset = try await server.token(for: "/reset-password")
            try await nacre.run("auth", "reset-password", input: "\(reset)\nshort\n")
            for _ in 1...2 { try await nacre.run("auth", "reset-password", input: "\(reset)\n\(password)\n") }
            try await nacre.run("auth", "sign-in", email, input: "\(password)\n")
            try await nacre.run("auth", "delete-account", input: "wrong\n")
            try await nacre.run("auth", "delete-account", input: "\(password)\n")
            try await nacre.run("auth", "whoami")
            try await nacre.run("auth", "sign-in", email, input: "\(password)\n")
        }
    }
}

/// A user of a store, with a file of sessions.
private struct StoreUser: CommandTarget {
    let store: CommandLineStore
    let process: NacreProcess

    var place: [String] { store.place }
}
