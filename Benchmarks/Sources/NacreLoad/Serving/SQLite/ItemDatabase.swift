package import Foundation
import GRDB
import ItemsDomain

/// Items, sessions and idempotency keys in SQLite, as a program without an event store would keep them.
package struct ItemDatabase: Sendable {
    let pool: DatabasePool

    /// Opens the database in a folder, and creates it if it does not exist.
    ///
    /// An acknowledged change survives a power loss: the write-ahead log is synced at every commit.
    package init(in folder: URL, cache: SQLiteCache) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            for pragma in cache.pragmas { try database.execute(sql: pragma) }
        }
        pool = try DatabasePool(
            path: folder.appendingPathComponent("items.sqlite").path, configuration: configuration)
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = 1")
        }
        try pool.write { try $0.execute(sql: Self.schema) }
    }

    package func close() throws { try pool.close() }

    /// The durability of its commits, as SQLite reports it.
    package func answeredDurability() throws -> Durability { try SQLiteDatabase.durability(of: pool) }

    /// Adds sessions, as signing in would.
    package func addSessions(_ sessions: [(token: String, account: UUID)]) throws {
        try pool.write { database in
            let statement = try database.cachedStatement(sql: "INSERT INTO sessions (token, account) VALUES (?, ?)")
            for session in sessions { try statement.execute(arguments: [session.token, session.account]) }
        }
    }

    // Ids begin with the time, so that new ones are neighbours in their index. The index of owners includes the
    // position, which is the row's number: a page of items is one range of it.
    private static let schema = """
        CREATE TABLE IF NOT EXISTS items (
            position INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            owner BLOB NOT NULL,
            name TEXT NOT NULL,
            isCompleted INTEGER NOT NULL DEFAULT 0,
            isDeleted INTEGER NOT NULL DEFAULT 0,
            createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            version INTEGER NOT NULL
        );
        CREATE INDEX IF NOT EXISTS itemsOfOwner ON items (owner);
        CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, account BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS answers (
            account BLOB NOT NULL, key TEXT NOT NULL, item INTEGER NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (account, key)
        ) WITHOUT ROWID;
        """
}
