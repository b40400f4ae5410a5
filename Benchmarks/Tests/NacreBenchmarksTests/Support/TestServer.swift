import Foundation
import Synchronization

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A PostgreSQL server that all tests of a run share: started by the first that needs it, ended with the process.
enum TestServer {
    private static let servers = Mutex<[Durability: Task<PostgresAddress, any Error>]>([:])
    private static let started = Mutex<[(server: PostgresServer, folder: URL)]>([])

    /// The address of the server, with syncs or without.
    static func address(_ durability: Durability) async throws -> PostgresAddress {
        try await servers.withLock { servers in
            let server = servers[durability] ?? Task { try await started(durability).address }
            servers[durability] = server
            return server
        }.value
    }

    /// The number of syncs of a server's log, including those of ended connections.
    ///
    /// - Parameter folder: The folder of a store on it.
    /// - Returns: The number of syncs.
    /// - Throws: `PostgresError`; also if the folder has no server.
    static func syncs(of folder: URL) throws -> Int {
        let address = try PostgresAddress.find(from: folder)
        let connection = try PostgresConnection("\(address.connection) application_name=counting")
        // The server counts a connection at its end, after the client has left. Two that count at once would
        // wait for each other.
        let others = """
            SELECT count(*)::int8 FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND application_name <> 'counting' AND datname = current_database()
            """
        while try connection.rows(others).integer(row: 0, column: 0) > 0 { usleep(10_000) }
        let isCountedByFile = connection.serverVersion >= 180_000
        return Int(
            try connection.rows(
                isCountedByFile
                    ? "SELECT sum(fsyncs)::int8 FROM pg_stat_io WHERE object = 'wal'"
                    : "SELECT wal_sync::int8 FROM pg_stat_wal"
            ).integer(row: 0, column: 0))
    }

    /// Starts a server of its own, runs a body, and ends the server.
    static func alone<Result>(
        _ durability: Durability, _ body: (PostgresAddress) async throws -> Result
    ) async throws -> Result {
        let (server, folder, address) = try await started(durability)
        defer {
            server.stop()
            try? FileManager.default.removeItem(at: folder)
        }
        return try await body(address)
    }

    private static func started(
        _ durability: Durability
    ) async throws -> (server: PostgresServer, folder: URL, address: PostgresAddress) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-bench-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = PostgresServer(below: folder, durability)
        if started.withLock({ $0.isEmpty }) { atexit { TestServer.stop() } }
        started.withLock { $0.append((server, folder)) }
        let binaries = try PostgresBinaries(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        return (server, folder, try await server.start(binaries))
    }

    private static func stop() {
        for (server, folder) in started.withLock(\.self) {
            server.stop()
            try? FileManager.default.removeItem(at: folder)
        }
    }
}

/// Runs a body with an empty folder whose stores are on the shared server; they are dropped afterwards.
func withPostgresFolder<Result>(
    _ durability: Durability = .unsynced, isAlone: Bool = false, _ body: (URL) async throws -> Result
) async throws -> Result {
    guard !isAlone else {
        return try await TestServer.alone(durability) { try await withPostgresFolder(at: $0, body) }
    }
    let address = try await TestServer.address(durability)
    return try await withPostgresFolder(at: address, body)
}

private func withPostgresFolder<Result>(
    at address: PostgresAddress, _ body: (URL) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { outer in
        try address.write(to: outer)
        let holder = PostgresStoreHolder(address: address, workspace: outer)
        let folder = outer.appendingPathComponent("store", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let result: Result
        do {
            result = try await body(folder)
        } catch {
            try holder.letGo(of: folder)
            throw error
        }
        try holder.letGo(of: folder)
        return result
    }
}
