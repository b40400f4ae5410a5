import Foundation
import TestFolders
import Testing

/// A served store with the mails of its accounts, for commands of several users.
struct CommandServer: Sendable {
    static let password = "a long and odd password"

    let folder: TemporaryFolder
    let server: ServerProcess
    let address: String

    /// The served store, for commands beside the server.
    let store: CommandLineStore

    /// Runs a test on a server of a new store.
    static func run(_ test: (CommandServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let server = ServerProcess(in: folder, arguments: ["--mail-folder", folder.path("mails")])
        try await server.start()
        do {
            try await test(
                CommandServer(
                    folder: folder, server: server, address: "http://127.0.0.1:\(await server.port)",
                    store: CommandLineStore(in: folder, named: "served.nacre")))
        } catch {
            try await server.kill()
            throw error
        }
        try await server.kill()
    }

    /// A user of this machine, who is not signed in.
    func user(_ name: String) -> CommandUser {
        CommandUser(
            name: name, place: ["--server", address],
            process: NacreProcess(environment: [
                "NACRE_SESSIONS": folder.path("\(name).json"), "XDG_CACHE_HOME": folder.path("\(name).cache"),
            ]))
    }

    /// A user who has registered and signed in.
    func signedIn(_ name: String, isOperator: Bool = false) async throws -> CommandUser {
        let user = user(name)
        try await user.output("auth", "register", user.email, input: "\(Self.password)\n")
        try await user.signIn()
        if isOperator {
            try await user.output("auth", "confirm", input: "\(try await token(for: "/confirm"))\n")
            try await store.output("auth", "grant", user.email, "operator")
        }
        return user
    }

    /// The token of a link, once there is a mail with a link to a route.
    func token(for route: String) async throws -> String {
        let mails = folder.path("mails")
        while true {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: mails)) ?? [] {
                let text = try String(contentsOfFile: "\(mails)/\(name)", encoding: .utf8)
                guard text.contains(route) else { continue }
                return String(try #require(text.firstMatch(of: /token=([A-Za-z0-9_-]{43})/)).1)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

/// A user of a server, with a file of sessions and a cache.
struct CommandUser: CommandTarget {
    let name: String
    let place: [String]
    var process: NacreProcess

    var email: String { "\(name)@example.com" }

    /// The id of the account.
    var account: String {
        get async throws {
            let shown = try await output("auth", "whoami", "--format", "json")
            let fields = try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any]
            return try #require(fields?["account"] as? String)
        }
    }

    func signIn() async throws {
        try await output("auth", "sign-in", email, input: "\(CommandServer.password)\n")
    }
}
