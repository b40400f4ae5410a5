package import GRDB
import GRDBSQLite

/// A prepared statement of GRDB that is bound and stepped through SQLite's C API.
///
/// GRDB's arguments cost several allocations per value; a performance-critical application would avoid them in this
/// way. Bytes are bound without a copy: they must remain valid until the statement has been stepped.
package struct HotStatement {
    private let statement: Statement
    private let pointer: SQLiteStatement

    /// Prepares a statement, or finds a prepared one.
    package init(_ sql: String, in database: Database) throws {
        statement = try database.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
    }

    /// Binds an integer to the parameter with a 1-based index.
    package func bind(_ value: Int64, at index: Int32) {
        sqlite3_bind_int64(pointer, index, value)
    }

    package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            sqlite3_bind_zeroblob(pointer, index, 0)
            return
        }
        sqlite3_bind_blob64(pointer, index, base, UInt64(bytes.count), nil)
    }

    package func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
        text.withMemoryRebound(to: CChar.self) { text in
            _ = sqlite3_bind_text(pointer, index, text.baseAddress, Int32(text.count), nil)
        }
    }

    /// Runs a body that steps the statement while a text is bound, without copying, to the parameter with a 1-based
    /// index.
    package func binding(_ text: String, at index: Int32, _ body: () throws -> Void) throws {
        var text = text
        try text.withUTF8 { text in
            bind(text: text, at: index)
            try body()
        }
    }

    /// Steps to the next row, if there is one; after an error, the statement can be used again.
    package func step() throws -> Bool {
        let code = sqlite3_step(pointer)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
            reset()
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: statement.sql)
        }
    }

    package func reset() {
        // The step has already reported the error.
        sqlite3_reset(pointer)
    }

    /// Steps a statement without rows, and resets it.
    package func run() throws {
        _ = try step()
        reset()
    }

    /// Steps a statement that returns one integer or no row, and resets it.
    package func integer() throws -> Int64? {
        guard try step() else {
            reset()
            return nil
        }
        defer { reset() }
        return sqlite3_column_type(pointer, 0) == SQLITE_NULL ? nil : integer(at: 0)
    }

    package func integer(at column: Int32) -> Int64 {
        sqlite3_column_int64(pointer, column)
    }

    /// Calls a body with the bytes in a column of the row.
    package func withBytes<Result>(at column: Int32, _ body: (RawSpan) -> Result) -> Result {
        // SQLite keeps both until the statement is stepped or reset.
        let base = sqlite3_column_blob(pointer, column)
        return body(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(pointer, column))).bytes)
    }

    /// The key of the row that this connection inserted last.
    var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(sqlite3_db_handle(pointer)) }
}
