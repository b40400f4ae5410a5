import GRDB
import Nacre
import Synchronization

extension SQLiteReader {
    /// Creates the category tables if a query needs them, and checks whether there are tags.
    ///
    /// A store that is never queried by category does not pay for the tables; afterwards a trigger maintains them.
    func makeRoom(for query: Query) throws {
        guard let items = query.items else { return }
        let known = names.withLock { ($0.hasTags, $0.hasCategories) }
        if !known.0, items.contains(where: { !$0.tags.isEmpty }), try exists("eventTags") {
            names.withLock { $0.hasTags = true }
        }
        guard !known.1, items.contains(where: { !$0.categories.isEmpty }) else { return }
        if try !exists("eventCategories") { try makeCategories() }
        names.withLock { $0.hasCategories = true }
    }

    /// The key of a category; `nil` if no event has it.
    func category(_ name: String, in database: Database) throws -> Int64? {
        if let known = names.withLock({ $0.categories[name] }) { return known }
        let statement = try database.cachedStatement(sql: "SELECT key FROM categories WHERE name = ?")
        let key = try Int64.fetchOne(statement, arguments: [name])
        if let key { names.withLock { $0.categories[name] = key } }
        return key
    }

    private func exists(_ table: String) throws -> Bool {
        try pool.unsafeRead { database in
            try Bool.fetchOne(
                database, sql: "SELECT count(*) > 0 FROM sqlite_master WHERE name = ?", arguments: [table]) ?? false
        }
    }

    /// Creates the tables through a connection of their own: another thread may hold the pool's writer connection for
    /// as long as the store is open.
    private func makeCategories() throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        let queue = try DatabaseQueue(path: pool.path, configuration: configuration)
        try queue.inTransaction(.immediate) { database in
            // Another connection may have created them; the trigger maintains their contents.
            guard try !database.tableExists("eventCategories") else { return .commit }
            for sql in Self.categoryTables { try database.execute(sql: sql) }
            return .commit
        }
        try queue.close()
    }

    private static func category(of stream: String) -> String {
        "substr(\(stream).name, 1, instr(\(stream).name || '-', '-') - 1)"
    }

    private static var categoryTables: [String] {
        let filling = """
            INSERT INTO eventCategories (category, position) SELECT categories.key, events.position \
            FROM events JOIN streams ON streams.key = events.stream \
            JOIN categories ON categories.name = \(category(of: "streams"))
            """
        return [
            "CREATE TABLE categories (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
            """
            CREATE TABLE eventCategories (
                category INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (category, position)) WITHOUT ROWID
            """,
            "INSERT INTO categories (name) SELECT DISTINCT \(category(of: "streams")) FROM streams",
            filling,
            """
            CREATE TRIGGER categorise AFTER INSERT ON events BEGIN
                INSERT OR IGNORE INTO categories (name)
                    SELECT \(category(of: "streams")) FROM streams WHERE key = NEW.stream;
                \(filling) WHERE events.position = NEW.position;
            END
            """,
        ]
    }
}
