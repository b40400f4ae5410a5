import CLIBPQ

/// What PostgreSQL, or the connection to it, answered instead of a result.
struct PostgresError: Error, CustomStringConvertible {
    /// The server's code for it (SQLSTATE, five characters); `nil` where no server was reached.
    var sqlState: String?

    /// What the server or libpq says.
    var message: String

    /// Whether there is no server to talk to: none was reached, or it closed the connection.
    var isConnectionLost: Bool {
        guard let sqlState else { return true }
        return sqlState.hasPrefix("08") || sqlState.hasPrefix("57P")
    }

    var description: String {
        "PostgreSQL: \(message)" + (sqlState.map { " (SQLSTATE \($0))" } ?? "")
    }
}

extension PostgresError {
    /// What a connection says of its last failure.
    init(connection: OpaquePointer?) {
        self.init(sqlState: nil, message: Self.text(PQerrorMessage(connection)))
    }

    /// What a result says that is none, or `nil` where libpq has no memory or lost the connection.
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

    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY: characters, which the importer leaves out.
    private static let sqlStateField = Int32(UInt8(ascii: "C"))
    private static let messageField = Int32(UInt8(ascii: "M"))

    private static func text(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
        return lines.isEmpty ? "no reason is given" : lines.joined(separator: " ")
    }
}
