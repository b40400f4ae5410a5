import Foundation
import NIOCore

/// An engine behind an HTTP server.
struct ServedEngine: Hashable, Sendable {
    let name: EngineName

    init(_ name: EngineName) { self.name = name }

    struct SQLiteSettings: Hashable, Sendable {
        var cache: SQLiteCache
        var isGrouping: Bool
    }

    /// The settings of an engine on SQLite; `nil` for others.
    var sqlite: SQLiteSettings? {
        switch name {
        case .sqlite: SQLiteSettings(cache: .default, isGrouping: false)
        case .sqliteLarge: SQLiteSettings(cache: .large, isGrouping: false)
        case .sqliteGroup: SQLiteSettings(cache: .default, isGrouping: true)
        case .sqliteGroupLarge: SQLiteSettings(cache: .large, isGrouping: true)
        default: nil
        }
    }

    /// Whether there is a server for it.
    var isServed: Bool { name == .nacre || sqlite != nil }

    /// The program `nacre` beside this one.
    private static var nacre: URL {
        ChildProcess.executable.deletingLastPathComponent().appendingPathComponent("nacre")
    }

    /// Starts `nacre serve` on an empty folder.
    static func startNacre(in folder: URL) async throws -> ServerProcess {
        let store = folder.appendingPathComponent("served.nacre")
        // The limits of clients are not what is measured.
        let limits = ["--rate", "1e9", "--password-rate", "1e9"]
        return try await ServerProcess(nacre, ["serve", "--port", "0", "--store", store.path] + limits)
    }

    /// Starts its server on an empty folder, with accounts.
    ///
    /// - Returns: The server, and the tokens of each account's sessions.
    func start(
        in folder: URL, _ accounts: ServedAccounts, _ loop: any EventLoop
    ) async throws -> (server: ServerProcess, tokens: [[String]]) {
        guard let sqlite else {
            let server = try await Self.startNacre(in: folder)
            do {
                return (server, try await accounts.signIn(on: server.port, loop))
            } catch {
                await server.kill()
                throw error
            }
        }
        let tokens = try await onDedicatedThread {
            let database = try ItemDatabase(in: folder, cache: sqlite.cache)
            guard try database.answeredDurability() == .full else {
                throw HarnessError("SQLite does not sync every commit")
            }
            let tokens = try accounts.add(to: database)
            try database.close()
            return tokens
        }
        let server = try await ServerProcess(
            ChildProcess.executable, ["item-server", "--engine", name.rawValue, "--folder", folder.path])
        return (server, tokens)
    }
}
