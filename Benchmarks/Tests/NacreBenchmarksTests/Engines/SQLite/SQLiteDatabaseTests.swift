import Foundation
import GRDB
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SQLiteDatabaseTests {
    private func pragmas(_ cache: SQLiteCache, _ durability: Durability = .full) async throws -> [String: Int] {
        try await withTemporaryFolder { folder in
            let pool = try SQLiteDatabase.open(folder, cache: cache, durability: durability).pool
            let values = try await pool.writeWithoutTransaction { database in
                var values: [String: Int] = [:]
                for name in ["synchronous", "cache_size", "wal_autocheckpoint", "mmap_size", "page_size"] {
                    values[name] = try Int.fetchOne(database, sql: "PRAGMA \(name)")
                }
                return values
            }
            #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
            #expect(try await pool.integer("PRAGMA cache_size") == values["cache_size"])
            #expect(try await pool.integer("PRAGMA mmap_size") == values["mmap_size"])
            try pool.close()
            return values
        }
    }

    @Test(arguments: SQLiteCache.allCases)
    func `a commit is synced, whatever the cache`(cache: SQLiteCache) async throws {
        #expect(try await pragmas(cache)["synchronous"] == 2)
        #expect(try await pragmas(cache, .unsynced)["synchronous"] == 0)
    }

    @Test func `the default cache leaves SQLite's defaults unchanged`() async throws {
        let values = try await pragmas(.default)
        #expect(values["cache_size"] == -2_000)
        #expect(values["wal_autocheckpoint"] == 1_000)
        #expect(values["mmap_size"] == 0)
    }

    @Test func `the large cache is 256 MiB, as is the log between two checkpoints`() async throws {
        let values = try await pragmas(.large)
        #expect(values["cache_size"] == -262_144)
        #expect((values["wal_autocheckpoint"] ?? 0) * (values["page_size"] ?? 0) == 256 << 20)
        #expect((values["mmap_size"] ?? 0) > 2_000_000_000)
    }

    @Test func `streams and versions are unique, and types have an index`() async throws {
        try await withTemporaryFolder { folder in
            let pool = try SQLiteDatabase.open(folder, cache: .default, durability: .full).pool
            let plans = try await pool.read { database in
                try ["SELECT version FROM events WHERE stream = 1", "SELECT position FROM events WHERE type = 1"].map {
                    try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + $0).map { $0["detail"] as String }
                }
            }
            #expect(plans[0].first?.contains("COVERING INDEX eventsByStream") == true)
            #expect(plans[1].first?.contains("INDEX eventsByType") == true)
            try pool.close()
        }
    }
}

extension DatabasePool {
    /// The one integer that a statement returns.
    func integer(_ sql: String) async throws -> Int? {
        try await read { try Int.fetchOne($0, sql: sql) }
    }
}
