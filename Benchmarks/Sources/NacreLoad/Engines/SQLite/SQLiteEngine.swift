import Foundation
import GRDB
import Nacre

/// The usual alternative to an event store in Swift: GRDB on SQLite, with a write-ahead log.
struct SQLiteEngine: TableEngine {
    let durability: Durability
    let cache: SQLiteCache

    /// Whether waiting appends share a transaction.
    let isGrouping: Bool

    var name: EngineName {
        switch (isGrouping, cache) {
        case (false, .default): .sqlite
        case (false, .large): .sqliteLarge
        case (true, .default): .sqliteGroup
        case (true, .large): .sqliteGroupLarge
        }
    }

    var abilities: EngineAbilities { [.openStore, .sequence, .labels, .files, .requests, .wholeLog] }

    var filler: any BenchmarkEngine { SQLiteEngine(durability: durability, cache: .large, isGrouping: true) }

    func open(_ folder: URL) async throws -> any EngineSession {
        try await onDedicatedThread {
            let (pool, memory) = try SQLiteDatabase.open(folder, cache: cache, durability: durability)
            return isGrouping
                ? try SQLiteGroupSession(pool: pool, memory: memory) : SQLiteSession(pool: pool, memory: memory)
        }
    }

    func faults(in folder: URL) async throws -> [String] {
        try await withReader(folder) { try $0.faults() }
    }

    func withReader<Result: Sendable>(
        _ folder: URL, _ body: @escaping @Sendable (SQLiteReader) throws -> Result
    ) async throws -> Result {
        try await onDedicatedThread {
            let pool = try SQLiteDatabase.open(folder, cache: cache, durability: durability).pool
            let outcome = Swift.Result { try body(SQLiteReader(pool: pool)) }
            try pool.close()
            return try outcome.get()
        }
    }
}
