package import Foundation
package import GRDB
import GRDBSQLite

/// The location and opening of an event store on SQLite.
package enum SQLiteDatabase {
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    package static func file(in folder: URL) -> URL {
        folder.appendingPathComponent("events.sqlite")
    }

    /// Opens a store, and creates it if it does not exist: one connection that writes, others that read, and the
    /// writer's memory.
    package static func open(
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
            // GRDB's pool leaves it at NORMAL, which does not sync commits of a write-ahead log.
            try database.execute(sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "OFF")")
            // macOS flushes the drive's cache only on request.
            try database.execute(sql: "PRAGMA fullfsync = \(durability == .full ? 1 : 0)")
            return SQLiteWriterMemory(
                schema: try SQLiteSchema(in: database),
                recordedAt: try Int64.fetchOne(
                    database, sql: "SELECT recordedAt FROM events ORDER BY position DESC LIMIT 1") ?? 0)
        }
        return (pool, memory)
    }

    /// The durability of the writer connection's commits, as SQLite reports it: full if it syncs its write-ahead log at
    /// every commit.
    ///
    /// No transaction may occupy the connection.
    package static func durability(of pool: DatabasePool) throws -> Durability {
        try pool.writeWithoutTransaction { database in
            let level = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 0
            let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
            let forcesCache = try Bool.fetchOne(database, sql: "PRAGMA fullfsync") ?? false
            // FULL and EXTRA sync a write-ahead log at every commit, NORMAL and OFF do not.
            return level >= 2 && journal == "wal" && forcesCache ? .full : .unsynced
        }
    }
}

/// The sizes of SQLite's page cache and write-ahead log.
package enum SQLiteCache: CaseIterable, Sendable {
    /// SQLite's defaults: about 2 MiB of pages, a checkpoint every 1,000 pages.
    case `default`

    /// 256 MiB of pages, a checkpoint every 256 MiB, and the file mapped as far as SQLite can.
    case large

    package var pragmas: [String] {
        switch self {
        case .default: []
        case .large:
            [
                "PRAGMA cache_size = -262144",
                "PRAGMA wal_autocheckpoint = 65536",
                "PRAGMA temp_store = MEMORY",
                // The largest memory map that SQLite supports; the rest of the file is read with system calls.
                "PRAGMA mmap_size = 2147418112",
            ]
        }
    }
}
