import Foundation
import Nacre

/// A table of events on a PostgreSQL server, through libpq: the usual choice where a database is already in operation.
///
/// A file of the workspace names the server (``PostgresAddress``); a store is a schema on it (``PostgresStore``). The
/// server decides how it writes and syncs a commit; the harness only sets whether it syncs at all.
struct PostgresEngine: TableEngine {
    let durability: Durability

    /// Whether waiting appends share a transaction.
    let isGrouping: Bool

    var name: EngineName { isGrouping ? .postgresGroup : .postgres }

    var abilities: EngineAbilities { [.openStore, .sequence, .labels, .sharing, .requests, .wholeLog] }

    // Outside the measured time, syncing is unnecessary.
    var filler: any BenchmarkEngine { PostgresEngine(durability: .unsynced, isGrouping: true) }

    func open(_ folder: URL) async throws -> any EngineSession {
        let store = try await onDedicatedThread { try PostgresStore(folder) }
        let session: any EngineSession =
            isGrouping
            ? try await PostgresGroupSession(store, durability) : try await PostgresSession(store, durability)
        let answer = try await session.answeredDurability()
        guard answer == durability else {
            try await session.close()
            throw HarnessError(
                .unavailable,
                "the server's durability is \(answer?.rawValue ?? "unknown"), not \(durability.rawValue): set fsync "
                    + "and synchronous_commit on it, or start one with --start-server")
        }
        return session
    }

    func faults(in folder: URL) async throws -> [String] {
        try await onDedicatedThread { try PostgresCheck.faults(of: PostgresStore(folder)) }
    }

    func withReader<Result: Sendable>(
        _ folder: URL, _ body: @escaping @Sendable (PostgresLogReader) throws -> Result
    ) async throws -> Result {
        try await onDedicatedThread { [durability] in
            try body(PostgresLogReader(PostgresStore(folder).connect(durability)))
        }
    }
}
