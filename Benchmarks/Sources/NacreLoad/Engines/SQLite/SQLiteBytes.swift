import Foundation
package import GRDB
import GRDBSQLite
package import Nacre

/// A blob from a GRDB row, without an intermediate `Data`.
struct SQLiteBytes: DatabaseValueConvertible, StatementColumnConvertible {
    let bytes: [UInt8]

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        // SQLite keeps the blob until the statement is stepped.
        let start = sqlite3_column_blob(sqliteStatement, index)
        bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(sqliteStatement, index))))
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private init(_ data: Data) {
        bytes = [UInt8](data)
    }

    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> SQLiteBytes? {
        Data.fromDatabaseValue(value).map(SQLiteBytes.init)
    }
}

/// An event's id from a GRDB row.
package struct SQLiteEventID: DatabaseValueConvertible, StatementColumnConvertible {
    package let id: EventID

    package init?(sqliteStatement: SQLiteStatement, index: CInt) {
        // SQLite keeps the blob until the statement is stepped.
        let start = sqlite3_column_blob(sqliteStatement, index)
        let count = Int(sqlite3_column_bytes(sqliteStatement, index))
        self.init(UnsafeRawBufferPointer(start: start, count: count).bytes)
    }

    private init?(_ bytes: RawSpan) {
        guard bytes.byteCount == 16 else { return nil }
        id = EventID(high: bytes.word(at: 0).byteSwapped, low: bytes.word(at: 8).byteSwapped)
    }

    package var databaseValue: DatabaseValue {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { Data($0) }.databaseValue
    }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> SQLiteEventID? {
        Data.fromDatabaseValue(value).flatMap { SQLiteEventID([UInt8]($0).span.bytes) }
    }
}
