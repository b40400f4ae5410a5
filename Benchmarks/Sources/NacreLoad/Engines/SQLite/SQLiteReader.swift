import DomainKit
import GRDB
import Nacre
import Synchronization

/// Reads events of a store on SQLite, on the caller's thread.
///
/// Names are looked up once per key: joining the tables of names would cost time for every row.
final class SQLiteReader: TableReader, Sendable {
    struct Names: Sendable {
        var streamKeys = SQLiteNameKeys<StreamName>()
        var typeKeys = SQLiteNameKeys<EventType>()
        var tagKeys = SQLiteNameKeys<Tag>()
        var categories: [String: Int64] = [:]
        var streams: [Int64: StreamName] = [:]
        var types: [Int64: EventType] = [:]

        /// Whether the tables of tags and of categories have been seen; they are never dropped.
        var hasTags = false
        var hasCategories = false
    }

    private static let integerColumns: [Int32] = [0, 1, 2, 3, 5, 6, 7, 8]
    private static let smallColumns: [Int32] = [4, 9, 10]

    let pool: DatabasePool
    let names = Mutex(Names())

    init(pool: DatabasePool) {
        self.pool = pool
    }

    /// The position of the last event; 0 if there is none.
    func head() throws -> Position {
        try pool.unsafeRead { database in
            Position(try HotStatement("SELECT max(position) FROM events", in: database).integer() ?? 0)
        }
    }

    func readAll(_ names: SQLiteNames, _ body: (RecordedEvent) throws -> Void) throws {
        try pool.unsafeRead { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(SQLiteSchema.eventColumns) FROM events ORDER BY position")
            let rows = try Row.fetchCursor(statement)
            while let row = try rows.next() {
                try body(RecordedEvent(row, stream: names.streams.name(row[1]), type: names.types.name(row[3])))
            }
        }
    }

    func scan() throws -> LogContents {
        try pool.unsafeRead { database in
            let rows = try HotStatement(
                "SELECT \(SQLiteSchema.eventColumns) FROM events ORDER BY position", in: database)
            defer { rows.reset() }
            var contents = LogContents()
            while try rows.step() {
                for column in Self.integerColumns { _ = rows.integer(at: column) }
                for column in Self.smallColumns { _ = rows.withBytes(at: column) { $0.wordSum } }
                contents.events += 1
                contents.payloadSum &+= rows.withBytes(at: 11) { $0.wordSum }
            }
            return contents
        }
    }

    func allNames() throws -> SQLiteNames {
        try pool.read { try SQLiteNames(in: $0) }
    }

    /// Lets SQLite check whether pages are sound, and whether indexes match their tables.
    func faults() throws -> [String] {
        try pool.unsafeRead { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
    }

    func type(_ key: Int64, in database: Database) throws -> EventType {
        if let known = names.withLock({ $0.types[key] }) { return known }
        let name = try String.fetchOne(database, sql: "SELECT name FROM types WHERE key = ?", arguments: [key])
        guard let name else { throw HarnessError("no type has the key \(key)") }
        names.withLock { $0.types[key] = EventType(name) }
        return EventType(name)
    }
}

extension RecordedEvent {
    /// Makes an event from a row with all columns of ``SQLiteSchema/eventColumns``, each read by its index.
    init(_ row: Row, stream: StreamName, type: EventType) {
        let time: Int64 = row[5]
        let recordedAt: Int64 = row[6]
        let tags: SQLiteBytes = row[9]
        self.init(
            position: Position(bitPattern: row[0]), stream: stream, version: StreamVersion(bitPattern: row[2]),
            id: (row[4] as SQLiteEventID).id, type: type, schema: row[7],
            time: Instant(nanosecondsSince1970: time, decimals: 9),
            recordedAt: Instant(nanosecondsSince1970: recordedAt, decimals: 9), tags: TagLines.decode(tags.bytes),
            data: (row[11] as SQLiteBytes).bytes, metadata: (row[10] as SQLiteBytes).bytes, isLastOfCommit: row[8])
    }
}
