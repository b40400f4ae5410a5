import Foundation
import Synchronization

@testable import NacreBenchmarks

/// A PostgreSQL server that all tests of a run share: started by the first that needs it, ended with the process.
enum TestServer {
    private static let servers = Mutex<[Durability: Result<PostgresAddress, any Error>]>([:])
    private static let started = Mutex<[PostgresServer]>([])

    /// Where the server is, with syncs or without.
    static func address(_ durability: Durability) throws -> PostgresAddress {
        try servers.withLock { servers in
            let server = servers[durability] ?? Result { try start(durability) }
            servers[durability] = server
            return try server.get()
        }
    }

    private static func start(_ durability: Durability) throws -> PostgresAddress {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-bench-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = PostgresServer(below: folder, durability)
        if started.withLock({ $0.isEmpty }) { atexit { TestServer.stop() } }
        started.withLock { $0.append(server) }
        let binaries = try PostgresBinaries(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try server.start(binaries)
    }

    private static func stop() {
        for server in started.withLock(\.self) {
            server.stop()
            try? FileManager.default.removeItem(at: server.folder.deletingLastPathComponent())
        }
    }
}

/// Runs a body with an empty folder whose stores are on the shared server; they are dropped afterwards.
func withPostgresFolder<Result>(
    _ durability: Durability = .riskingTheWholeStore, _ body: (URL) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { outer in
        let address = try await onDedicatedThread { try TestServer.address(durability) }
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
