import GRDB
package import Nacre

/// The statements of a table that stores names under integer keys.
package struct SQLiteNameTable {
    private let find: HotStatement
    private let add: HotStatement

    init(_ table: String, in database: Database) throws {
        find = try HotStatement("SELECT key FROM \(table) WHERE name = ?", in: database)
        add = try HotStatement("INSERT INTO \(table) (name) VALUES (?)", in: database)
    }

    package func key(of name: String) throws -> Int64? {
        var name = name
        return try name.withUTF8 { bytes in
            find.bind(text: bytes, at: 1)
            return try find.integer()
        }
    }

    package func insert(_ name: String) throws -> Int64 {
        var name = name
        return try name.withUTF8 { bytes in
            add.bind(text: bytes, at: 1)
            try add.run()
            return add.lastInsertedKey
        }
    }
}

/// A cache of the keys of recently used names, so that a repeated name needs no lookup in SQLite.
///
/// Names never lose their keys, so that committed entries are valid permanently.
package struct SQLiteNameKeys<Name: ByteComparedName>: Sendable {
    /// The maximum number of cached names; beyond it, the cache is emptied, for names that do not recur.
    package static var limit: Int { 200_000 }

    private var keys: [Name: Int64] = [:]
    private var uncommitted: [Name] = []

    /// The key of a name; `nil` if it has none.
    package mutating func key(of name: Name, in table: SQLiteNameTable) throws -> Int64? {
        if let key = keys[name] { return key }
        let found = try table.key(of: name.text)
        if let found { remember(name, found) }
        return found
    }

    /// The key of a name, which is created if necessary.
    package mutating func key(of name: Name, addingTo table: SQLiteNameTable) throws -> Int64 {
        if let key = try key(of: name, in: table) { return key }
        let added = try table.insert(name.text)
        remember(name, added)
        uncommitted.append(name)
        return added
    }

    private mutating func remember(_ name: Name, _ key: Int64) {
        if keys.count >= Self.limit { keys.removeAll(keepingCapacity: true) }
        keys[name] = key
    }

    package mutating func commit() {
        uncommitted.removeAll(keepingCapacity: true)
    }

    mutating func rollBack() {
        for name in uncommitted { keys[name] = nil }
        uncommitted.removeAll(keepingCapacity: true)
    }
}
