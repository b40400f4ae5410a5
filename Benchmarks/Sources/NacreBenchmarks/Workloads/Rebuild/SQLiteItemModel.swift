import Foundation
import GRDB
import Nacre

/// The table of items that is built beside the one in use.
struct SQLiteItemModel {
    private let decoder = JSONDecoder()
    private let create: HotStatement
    private let rename: HotStatement
    private let complete: HotStatement
    private let delete: HotStatement
    private let skipEvent: HotStatement

    /// Creates the empty table, in the transaction of the whole rebuild.
    init(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE itemsToBe (
                    position INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
                    isCompleted INTEGER NOT NULL, isDeleted INTEGER NOT NULL, createdAt INTEGER NOT NULL,
                    updatedAt INTEGER NOT NULL, version INTEGER NOT NULL)
                """)
        // A second creation, and any event after a deletion, count as events of a foreign type.
        create = try HotStatement(
            """
            INSERT INTO itemsToBe (id, version, createdAt, updatedAt, position, name, isCompleted, isDeleted)
            VALUES (?1, ?2, ?3, ?3, ?4, ?5, 0, 0) ON CONFLICT (id) DO UPDATE SET version = excluded.version
            """, in: database)
        rename = try Self.change("name = iif(isDeleted, name, ?5)", in: database)
        complete = try Self.change("isCompleted = iif(isDeleted, isCompleted, ?5)", in: database)
        delete = try Self.change("isDeleted = 1", in: database)
        skipEvent = try HotStatement("UPDATE itemsToBe SET version = ?2 WHERE id = ?1", in: database)
    }

    private static func change(_ change: String, in database: Database) throws -> HotStatement {
        try HotStatement(
            "UPDATE itemsToBe SET version = ?2, updatedAt = iif(isDeleted, updatedAt, ?3), \(change) WHERE id = ?1",
            in: database)
    }

    func applyAll(of database: Database) throws {
        let events = try HotStatement(
            "SELECT position, stream, version, type, time, data FROM events ORDER BY position", in: database)
        defer { events.reset() }
        while try events.step() {
            guard let id = events.withBytes(at: 1, { ItemModelRow.id(ofStream: $0) }) else { continue }
            let type = events.withBytes(at: 3) { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
            switch type {
            case "ItemCreated":
                create.bind(events.integer(at: 0), at: 4)
                try apply(events, to: id, by: create, named: true)
            case "ItemRenamed":
                try apply(events, to: id, by: rename, named: true)
            case "ItemCompleted", "ItemReopened":
                complete.bind(type == "ItemCompleted" ? 1 : 0, at: 5)
                try apply(events, to: id, by: complete)
            case "ItemDeleted":
                try apply(events, to: id, by: delete)
            default:
                try run(skipEvent, events, on: id)
            }
        }
    }

    private func apply(
        _ events: HotStatement, to id: EventID, by statement: HotStatement, named isNamed: Bool = false
    ) throws {
        statement.bind(events.integer(at: 4), at: 3)
        guard isNamed else {
            _ = try decode(EmptyItem.self, of: events)
            return try run(statement, events, on: id)
        }
        let name = try decode(NamedItem.self, of: events).name
        try statement.binding(name, at: 5) { try run(statement, events, on: id) }
    }

    private func run(_ statement: HotStatement, _ events: HotStatement, on id: EventID) throws {
        statement.bind(events.integer(at: 2), at: 2)
        try withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { id in
            statement.bind(id, at: 1)
            try statement.run()
        }
    }

    private func decode<Fields: Decodable>(_ type: Fields.Type, of events: HotStatement) throws -> Fields {
        try events.withBytes(at: 5) { bytes in
            Result { try bytes.withUnsafeBytes { try decoder.decode(type, from: $0) } }
        }.get()
    }

    /// Replaces the table in use, together with the applied position.
    func takePlace(in database: Database) throws {
        try database.execute(sql: "DROP TABLE IF EXISTS items")
        try database.execute(sql: "ALTER TABLE itemsToBe RENAME TO items")
        try database.execute(
            sql: """
                INSERT INTO checkpoints (model, position) SELECT 'items', coalesce(max(position), 0) FROM events WHERE true
                ON CONFLICT (model) DO UPDATE SET position = excluded.position
                """)
    }
}

extension ItemModelRow {
    /// The item of a stream; `nil` if the stream is not an item's.
    static func id(ofStream name: RawSpan) -> EventID? {
        name.withUnsafeBytes { name in
            guard name.starts(with: "item-".utf8) else { return nil }
            return EventID(String(decoding: name.dropFirst(5), as: UTF8.self))
        }
    }
}
