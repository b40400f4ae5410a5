import Nacre

/// Reads streams and the head, with statements prepared once on each connection.
enum PostgresStreamReader {
    private static let head = "head"
    private static let stream = "stream"

    static func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        try connection.prepare(head, "SELECT coalesce(max(position), 0) FROM events")
        let columns = PostgresSchema.eventColumns.split(separator: ", ").map { "e." + $0 }.joined(separator: ", ")
        try connection.prepare(
            stream,
            """
            SELECT \(columns), t.name FROM streams s
                JOIN events e ON e.stream = s.key JOIN types t ON t.key = e.type
                WHERE s.name = $1 ORDER BY e.version
            """)
    }

    /// The position of the last event; 0 if there is none.
    static func head(_ connection: PostgresConnection) throws(PostgresError) -> Position {
        Position(bitPattern: try connection.run(head, PostgresParameters()).integer(row: 0, column: 0))
    }

    /// Reads a whole stream, every event as a self-contained value.
    static func load(_ name: StreamName, on connection: PostgresConnection) throws -> LogContents {
        var parameters = PostgresParameters()
        parameters.add(name.text.utf8)
        let rows = try connection.run(stream, parameters)
        var contents = LogContents(events: 0, payloadSum: 0)
        for row in 0..<rows.rows {
            let type = EventType(rows.text(row: row, column: PostgresRow.columns))
            contents.add(try PostgresRow(rows, row: row).event(stream: name, type: type).data)
        }
        return contents
    }
}
