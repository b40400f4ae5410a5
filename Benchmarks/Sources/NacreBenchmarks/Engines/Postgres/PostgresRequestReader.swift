import Nacre

/// Answers single reads, with statements prepared once on each connection.
enum PostgresRequestReader {
    /// The statements of one kind of request.
    private struct Statements {
        let name: String
        let from: String
        let filter: String
        let number: String

        var forward: String { name + "_forward" }
        var backward: String { name + "_backward" }

        /// Makes both ready on a connection.
        func prepare(_ connection: PostgresConnection) throws(PostgresError) {
            let rest = "ORDER BY \(number)"
            let select = PostgresRequestReader.select(from) + " WHERE \(filter)\(number)"
            let (after, most) = filter.isEmpty ? ("$1", "$2") : ("$2", "$3")
            try connection.prepare(forward, "\(select) > \(after) \(rest) LIMIT \(most)")
            try connection.prepare(backward, "\(select) <= \(after) \(rest) DESC LIMIT \(most)")
        }
    }

    // A name is looked up before, in a query of its own: joined, its one row would take the order from the others.

    private static let log = Statements(name: "log", from: "events e", filter: "", number: "e.position")

    private static let stream = Statements(
        name: "stream", from: "events e", filter: "e.stream = (SELECT key FROM streams WHERE name = $1) AND ",
        number: "e.version")

    private static let tag = Statements(
        name: "tag", from: "event_tags g JOIN events e ON e.position = g.position",
        filter: "g.tag = (SELECT key FROM tags WHERE name = $1) AND ", number: "g.position")

    private static let type = Statements(
        name: "type", from: "events e", filter: "e.type = (SELECT key FROM types WHERE name = $1) AND ",
        number: "e.position")

    /// There is no index over categories: the log is gone through in its order until there are enough.
    private static let category = Statements(
        name: "category", from: "events e",
        filter: "substring(s.name FROM 1 FOR position('\\x2d'::bytea IN s.name || '\\x2d'::bytea) - 1) = $1 AND ",
        number: "e.position")

    private static let version = "version"
    private static let givenID = "given_id"
    private static let anyID = "any_id"

    private static func select(_ from: String) -> String {
        let columns = PostgresSchema.eventColumns.split(separator: ", ").map { "e." + $0 }.joined(separator: ", ")
        return "SELECT \(columns), s.name, t.name FROM \(from) JOIN streams s ON s.key = e.stream "
            + "JOIN types t ON t.key = e.type"
    }

    static func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        for statements in [log, stream, tag, type, category] { try statements.prepare(connection) }
        try connection.prepare(givenID, select("events e") + " WHERE e.id = $1 AND e.is_id_given")
        try connection.prepare(anyID, select("events e") + " WHERE e.id = $1")
        try connection.prepare(
            version,
            """
            SELECT coalesce((SELECT e.version FROM events e
                WHERE e.stream = (SELECT key FROM streams WHERE name = $1) ORDER BY e.version DESC LIMIT 1), 0::int8)
            """)
    }

    /// The version of a stream; 0 where there is no such stream.
    static func version(of name: StreamName, on connection: PostgresConnection) throws(PostgresError) -> StreamVersion {
        var parameters = PostgresParameters()
        parameters.add(name.text.utf8)
        return StreamVersion(bitPattern: try connection.run(version, parameters).integer(row: 0, column: 0))
    }

    /// Reads what a request asks for: of queries those alone that ask for everything, or for one type, one category or
    /// one tag.
    ///
    /// - Throws: ``PostgresError``; ``HarnessError`` for another query; `EventStoreError` where a position is not
    ///   there.
    static func read(_ request: ReadRequest, on connection: PostgresConnection) throws -> [RecordedEvent] {
        switch request {
        case .stream(let name, let order, let limit):
            return try events(stream, named: name.text, order, limit, on: connection)
        case .log(let order, let query, let limit):
            let (statements, name) = try source(of: query)
            return try events(statements, named: name, order, limit, on: connection)
        case .position(let position):
            let found = try events(log, named: nil, .backward(from: position), 1, on: connection)
            guard let event = found.first, event.position == position else {
                throw EventStoreError.noSuchPosition(position, head: found.first?.position ?? 0)
            }
            return found
        case .id(let id):
            var parameters = PostgresParameters()
            parameters.add(withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { [UInt8]($0) })
            let found = try events(try connection.run(givenID, parameters))
            // The store's own ids are in no index.
            return found.isEmpty ? try events(try connection.run(anyID, parameters)) : found
        }
    }

    private static func source(of query: Query) throws -> (Statements, String?) {
        guard let items = query.items else { return (log, nil) }
        let item = items.first ?? Query.Item()
        switch (items.count, item.types.count, item.categories.count, item.tags.count) {
        case (1, 1, 0, 0): return (type, item.types[0].text)
        case (1, 0, 1, 0): return (category, item.categories[0])
        case (1, 0, 0, 1): return (tag, item.tags[0].text)
        default:
            throw HarnessError("this engine answers queries for everything, or for one type, one category or one tag")
        }
    }

    private static func events(
        _ statements: Statements, named name: String?, _ order: ReadOrder, _ limit: Int?,
        on connection: PostgresConnection
    ) throws -> [RecordedEvent] {
        let (statement, number): (String, Int64) =
            switch order {
            case .forward(let after): (statements.forward, Int64(clamping: after))
            case .backward(let from): (statements.backward, from.map { Int64(clamping: $0) } ?? .max)
            }
        var parameters = PostgresParameters()
        if let name { parameters.add(name.utf8) }
        parameters.add(number)
        parameters.add(limit.map(Int64.init) ?? .max)
        return try events(try connection.run(statement, parameters))
    }

    private static func events(_ rows: borrowing PostgresResult) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        events.reserveCapacity(rows.rows)
        for row in 0..<rows.rows {
            let stream = StreamName(rows.text(row: row, column: PostgresRow.columns))
            let type = EventType(rows.text(row: row, column: PostgresRow.columns + 1))
            events.append(try PostgresRow(rows, row: row).event(stream: stream, type: type))
        }
        return events
    }
}
