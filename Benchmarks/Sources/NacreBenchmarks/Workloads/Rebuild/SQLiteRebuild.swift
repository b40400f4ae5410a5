import DomainKit
import Foundation
import GRDB
import ItemsDomain
import ItemsInfrastructure
import Nacre

/// The same projection on GRDB, as an application would implement it: a table of events with JSON data, `JSONDecoder`, and a
/// table of items.
///
/// It uses the known optimizations: one transaction around everything, one connection, statements prepared once and
/// stepped through SQLite's C API, the events read through a cursor, and for each kind of event one statement that
/// finds its row by the item's id and changes it.
struct SQLiteRebuild: RebuildTarget {
    let log = "items.sqlite"

    private let pool: DatabasePool

    init(_ folder: URL, cache: SQLiteCache) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            for pragma in cache.pragmas { try database.execute(sql: pragma) }
        }
        pool = try DatabasePool(
            path: folder.appendingPathComponent(log).path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            // GRDB's pool leaves it at NORMAL, which does not sync commits of a write-ahead log.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS events (
                        position INTEGER PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL, type TEXT NOT NULL,
                        time INTEGER NOT NULL, data BLOB NOT NULL)
                    """)
            try database.execute(
                sql: "CREATE TABLE IF NOT EXISTS checkpoints (model TEXT PRIMARY KEY, position INTEGER NOT NULL)")
        }
    }

    func fill(_ history: ItemHistory) async throws {
        try await onDedicatedThread {
            let codec = ItemEvent.codec
            for numbers in history.batches {
                try pool.write { database in
                    let insert = try HotStatement(
                        "INSERT INTO events (stream, version, type, time, data) VALUES (?, ?, ?, ?, ?)", in: database)
                    for number in numbers {
                        let event = try codec.encode(history.event(number))
                        insert.bind(Int64(number / history.streams + 1), at: 2)
                        insert.bind(history.time(of: number).nanosecondsSince1970, at: 4)
                        try insert.binding(history.stream(of: number).text, at: 1) {
                            try insert.binding(event.type.text, at: 3) {
                                try event.data.withUnsafeBytes { data in
                                    insert.bind(data, at: 5)
                                    try insert.run()
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Does nothing: it is open from the beginning.
    func open() async throws {}

    func rebuild() async throws {
        try await onDedicatedThread {
            try pool.write { database in
                let model = try SQLiteItemModel(in: database)
                try model.applyAll(of: database)
                try model.takePlace(in: database)
            }
        }
    }

    func rows() async throws -> [ItemModelRow] {
        try await onDedicatedThread {
            try pool.unsafeRead { database in
                var rows: [ItemModelRow] = []
                let cursor = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT id, name, isCompleted, isDeleted, createdAt, updatedAt, version FROM items
                        ORDER BY position
                        """)
                while let row = try cursor.next() {
                    let name: String = row[1]
                    rows.append(
                        ItemModelRow(
                            id: (row[0] as SQLiteEventID).id, name: Array(name.utf8), isCompleted: row[2],
                            isDeleted: row[3], createdAt: row[4], updatedAt: row[5], version: row[6]))
                }
                return rows
            }
        }
    }

    func close() async throws { try pool.close() }
}
