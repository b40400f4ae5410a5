import Foundation
import GRDB
import GRDBSQLite

/// Where an event store on SQLite lies, and how it is opened.
enum SQLiteDatabase {
    /// The version of SQLite that is linked.
    static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    static func file(in folder: URL) -> URL {
        folder.appendingPathComponent("events.sqlite")
    }

    /// Opens a store, making it where it is not there: one connection that writes and others that read, and what the
    /// one that writes remembers.
    static func open(
        _ folder: URL, cache: SQLiteCache, durability: Durability
    ) throws -> (pool: DatabasePool, memory: SQLiteWriterMemory) {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            for pragma in cache.pragmas { try database.execute(sql: pragma) }
        }
        let pool = try DatabasePool(path: file(in: folder).path, configuration: configuration)
        let memory = try pool.writeWithoutTransaction { database in
            // GRDB's pool leaves it at NORMAL, with which a commit of a write-ahead log is not synced.
            try database.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "OFF")")
            // macOS forces a drive's own cache only where that is asked for.
            try database.execute(sql: "PRAGMA fullfsync = \(durability == .full ? 1 : 0)")
            return SQLiteWriterMemory(
                schema: try SQLiteSchema(in: database),
                recordedAt: try Int64.fetchOne(
                    database, sql: "SELECT recordedAt FROM events ORDER BY position DESC LIMIT 1") ?? 0)
        }
        return (pool, memory)
    }

    /// What a commit of the connection that writes is worth, as SQLite answers: full where it syncs its write-ahead log
    /// at every commit.
    ///
    /// No transaction may keep the connection busy.
    static func durability(of pool: DatabasePool) throws -> Durability {
        try pool.writeWithoutTransaction { database in
            let level = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
            let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
            let forcesCache = try Bool.fetchOne(database, sql: "PRAGMA fullfsync") ?? false
            // FULL and EXTRA sync a write-ahead log at every commit, NORMAL and OFF do not.
            return level >= 2 && journal == "wal" && forcesCache ? .full : .riskingTheWholeStore
        }
    }
}
