import GRDB
import Nacre

/// All names of a store on SQLite, by their keys.
struct SQLiteNames: Sendable {
    let streams: SQLiteNameList<StreamName>
    let types: SQLiteNameList<EventType>

    /// Reads the names in a transaction, so that both tables are of the same moment.
    init(in database: Database) throws {
        streams = try SQLiteNameList("streams", in: database)
        types = try SQLiteNameList("types", in: database)
    }
}

/// The names of one table; a key is an index in the list, because keys are assigned from 1 upwards.
struct SQLiteNameList<Name: ByteComparedName>: Sendable {
    private var names: [Name] = []

    init(_ table: String, in database: Database) throws {
        let rows = try Row.fetchCursor(database, sql: "SELECT key, name FROM \(table) ORDER BY key")
        while let row = try rows.next() {
            let key: Int64 = row[0]
            guard key == Int64(names.count) + 1 else {
                throw HarnessError("the keys in \(table) have a gap before \(key)")
            }
            names.append(Name(row[1] as String))
        }
    }

    func name(_ key: Int64) throws -> Name {
        guard key >= 1, key <= names.count else { throw HarnessError("no name has the key \(key)") }
        return names[Int(key) - 1]
    }
}
