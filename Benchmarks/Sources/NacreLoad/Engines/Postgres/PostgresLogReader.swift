import Nacre

/// All names of a store on PostgreSQL, by their keys.
struct PostgresNames: Sendable {
    let streams: [Int64: StreamName]
    let types: [Int64: EventType]
}

/// Reads the whole log of a store through one connection, by `COPY`: the fastest way out of the server.
struct PostgresLogReader: TableReader {
    private static let events = "SELECT \(PostgresSchema.eventColumns) FROM events ORDER BY position"

    /// The header of a binary copy: 11 bytes of signature, 4 of flags, 4 of the length of an extension.
    private static let headerBytes = 19

    private let connection: PostgresConnection

    /// Reads through a connection with the store's tables in its search path.
    init(_ connection: PostgresConnection) {
        self.connection = connection
    }

    func scan() throws -> LogContents {
        var contents = LogContents()
        var rest: UInt64 = 0
        try forEachRow { row in
            contents.events += 1
            contents.payloadSum &+= row.data.bytes.wordSum
            for column in 0..<PostgresRow.columns - 1 { rest &+= row.bytes(column).bytes.wordSum }
        }
        return contents
    }

    func allNames() throws -> PostgresNames {
        PostgresNames(streams: try names("streams") { StreamName($0) }, types: try names("types") { EventType($0) })
    }

    func readAll(_ names: PostgresNames, _ body: (RecordedEvent) throws -> Void) throws {
        try forEachRow { row in
            guard let stream = names.streams[row.integer(1)], let type = names.types[row.integer(3)] else {
                throw HarnessError("the event at position \(row.integer(0)) names a missing stream or type")
            }
            try body(row.event(stream: stream, type: type))
        }
    }

    private func names<Name>(_ table: String, _ make: (String) -> Name) throws -> [Int64: Name] {
        let rows = try connection.rows("SELECT key::int8, name FROM \(table)")
        var names: [Int64: Name] = [:]
        names.reserveCapacity(rows.rows)
        for row in 0..<rows.rows { names[rows.integer(row: row, column: 0)] = make(rows.text(row: row, column: 1)) }
        return names
    }

    private func forEachRow(_ body: (PostgresRow) throws -> Void) throws {
        var isFirst = true
        try connection.copy(Self.events) { piece in
            var piece = piece
            if isFirst {
                guard piece.count >= Self.headerBytes else {
                    throw HarnessError("a copy that begins with \(piece.count) bytes is not in binary format")
                }
                piece = UnsafeRawBufferPointer(rebasing: piece[Self.headerBytes...])
                isFirst = false
            }
            // A piece without fields is the end marker, or the header alone.
            if piece.count > 2 { try body(PostgresRow(copied: piece)) }
        }
    }
}
