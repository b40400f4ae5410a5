import GRDB
import Nacre

/// The tables and indexes of an event store on SQLite that exist so far.
///
/// The index and tables for ids and tags are created before the first commit with any: a store without them does not
/// pay for them.
package struct SQLiteSchema: Hashable, Sendable {
    package private(set) var hasIDs = false
    package private(set) var hasTags = false

    /// The columns of an event, in the order of the statements.
    static let eventColumns =
        "position, stream, version, type, id, time, recordedAt, schema, isLastOfCommit, tags, metadata, data"

    /// Creates the tables of a new store, or inspects existing ones.
    init(in database: Database) throws {
        for sql in Self.tables { try database.execute(sql: sql) }
        hasIDs = try Self.exists("eventsByID", in: database)
        hasTags = try Self.exists("eventTags", in: database)
    }

    /// Creates what a commit's ids and tags need, outside of a transaction.
    mutating func makeRoom(for commit: Commit, in database: Database) throws {
        if !hasIDs, commit.entries.contains(where: { $0.event.id != nil }) {
            try database.execute(sql: "CREATE UNIQUE INDEX IF NOT EXISTS eventsByID ON events (id)")
            hasIDs = true
        }
        if !hasTags, commit.entries.contains(where: { !$0.event.tags.isEmpty }) {
            for sql in Self.tagTables { try database.execute(sql: sql) }
            hasTags = true
        }
    }

    private static func exists(_ name: String, in database: Database) throws -> Bool {
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM sqlite_master WHERE name = ?", arguments: [name])
        return count == 1
    }

    // Names are stored once and referred to by an integer, to keep the indexes small.
    private static let tables = [
        "CREATE TABLE IF NOT EXISTS streams (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        "CREATE TABLE IF NOT EXISTS types (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """
        CREATE TABLE IF NOT EXISTS events (
            position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, type INTEGER NOT NULL,
            id BLOB NOT NULL, time INTEGER NOT NULL, recordedAt INTEGER NOT NULL, schema INTEGER NOT NULL,
            isLastOfCommit INTEGER NOT NULL, tags BLOB NOT NULL, metadata BLOB NOT NULL, data BLOB NOT NULL)
        """,
        "CREATE UNIQUE INDEX IF NOT EXISTS eventsByStream ON events (stream, version)",
        "CREATE INDEX IF NOT EXISTS eventsByType ON events (type)",
    ]

    private static let tagTables = [
        "CREATE TABLE IF NOT EXISTS tags (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """
        CREATE TABLE IF NOT EXISTS eventTags (
            tag INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (tag, position)) WITHOUT ROWID
        """,
    ]
}
