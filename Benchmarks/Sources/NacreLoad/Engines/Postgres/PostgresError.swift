import CLIBPQ

/// An error of PostgreSQL, or of the connection to it.
struct PostgresError: Error, CustomStringConvertible {
    /// The server's error code (SQLSTATE, five characters); `nil` if no server was reached.
    var sqlState: String?

    /// The message of the server or of libpq.
    var message: String

    /// Whether there is no connection: no server was reached, or it closed the connection.
    var isConnectionLost: Bool {
        guard let sqlState else { return true }
        return sqlState.hasPrefix("08") || sqlState.hasPrefix("57P")
    }

    var description: String {
        "PostgreSQL: \(message)" + (sqlState.map { " (SQLSTATE \($0))" } ?? "")
    }
}

extension PostgresError {
    /// The last failure of a connection.
    init(connection: OpaquePointer?) {
        self.init(sqlState: nil, message: Self.text(PQerrorMessage(connection)))
    }

    /// The failure in a result; the result is `nil` if libpq is out of memory or has lost the connection.
    init(result: OpaquePointer?, connection: OpaquePointer?) {
        guard let result else {
            self.init(connection: connection)
            return
        }
        // libpq keeps the fields as long as the result.
        let state = PQresultErrorField(result, PostgresError.sqlStateField).map { String(cString: $0) }
        let message = Self.text(PQresultErrorField(result, PostgresError.messageField) ?? PQresultErrorMessage(result))
        self.init(sqlState: state, message: message)
    }

    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY: character macros, which the importer omits.
    private static let sqlStateField = Int32(UInt8(ascii: "C"))
    private static let messageField = Int32(UInt8(ascii: "M"))

    private static func text(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.isEmpty ? "no reason is given" : lines.joined(separator: " ")
    }
}
