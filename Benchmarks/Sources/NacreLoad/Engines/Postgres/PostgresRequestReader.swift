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

        func prepare(_ connection: PostgresConnection) throws(PostgresError) {
            let rest = "ORDER BY \(number)"
            let select = PostgresRequestReader.select(from, hasStreams: name != "stream") + " WHERE \(filter)\(number)"
            let (after, most) = filter.isEmpty ? ("$1", "$2") : ("$2", "$3")
            try connection.prepare(forward, "\(select) > \(after) \(rest) LIMIT \(most)")
            try connection.prepare(backward, "\(select) <= \(after) \(rest) DESC LIMIT \(most)")
        }
    }

    // A name is looked up first, in a query of its own: with a join, the rows would lose the index's order.

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

    /// There is no index over categories: the log is scanned in order until there are enough matches.
    private static let category = Statements(
        name: "category", from: "events e",
        filter: "substring(s.name FROM 1 FOR position('\\x2d'::bytea IN s.name || '\\x2d'::bytea) - 1) = $1 AND ",
        number: "e.position")

    private static let head = "head"
    private static let version = "version"
    private static let givenID = "given_id"
    private static let anyID = "any_id"

    private static func select(_ from: String, hasStreams: Bool = true) -> String {
        let columns = PostgresSchema.eventColumns.split(separator: ", ").map { "e." + $0 }.joined(separator: ", ")
        return "SELECT \(columns), t.name\(hasStreams ? ", s.name" : "") FROM \(from) JOIN types t ON t.key = e.type"
            + (hasStreams ? " JOIN streams s ON s.key = e.stream" : "")
    }

    static func prepare(_ connection: PostgresConnection) throws(PostgresError) {
        for statements in [log, stream, tag, type, category] { try statements.prepare(connection) }
        try connection.prepare(givenID, select("events e") + " WHERE e.id = $1 AND e.is_id_given")
        try connection.prepare(anyID, select("events e") + " WHERE e.id = $1")
        try connection.prepare(head, "SELECT coalesce(max(position), 0) FROM events")
        try connection.prepare(
            version,
            """
            SELECT coalesce((SELECT e.version FROM events e
                WHERE e.stream = (SELECT key FROM streams WHERE name = $1) ORDER BY e.version DESC LIMIT 1), 0::int8)
            """)
    }

    /// The position of the last event; 0 if there is none.
    static func head(_ connection: PostgresConnection) throws(PostgresError) -> Position {
        Position(bitPattern: try connection.run(head, PostgresParameters()).integer(row: 0, column: 0))
    }

    /// The version of a stream; 0 if the stream does not exist.
    static func version(of name: StreamName, on connection: PostgresConnection) throws(PostgresError) -> StreamVersion {
        var parameters = PostgresParameters()
        parameters.add(name.text.utf8)
        return StreamVersion(bitPattern: try connection.run(version, parameters).integer(row: 0, column: 0))
    }

    /// Reads the events of a request.
    ///
    /// Supported queries ask for all events, or for one type, one category or one tag.
    ///
    /// - Throws: ``PostgresError``; ``HarnessError`` for other queries; `EventStoreError` if a position does not exist.
    static func read(_ request: ReadRequest, on connection: PostgresConnection) throws -> [RecordedEvent] {
        switch request {
        case .stream(let name, let order, let limit):
            return try events(stream, named: name.text, order, limit, of: name, on: connection)
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
            // Ids generated by the store are not indexed.
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
        _ statements: Statements, named name: String?, _ order: ReadOrder, _ limit: Int?, of stream: StreamName? = nil,
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
        return try events(try connection.run(statement, parameters), of: stream)
    }

    /// The events of rows, which name their streams unless the stream is known.
    private static func events(_ rows: borrowing PostgresResult, of known: StreamName? = nil) throws -> [RecordedEvent]
    {
        var events: [RecordedEvent] = []
        events.reserveCapacity(rows.rows)
        for row in 0..<rows.rows {
            let type = EventType(rows.text(row: row, column: PostgresRow.columns))
            let stream = known ?? StreamName(rows.text(row: row, column: PostgresRow.columns + 1))
            events.append(try PostgresRow(rows, row: row).event(stream: stream, type: type))
        }
        return events
    }
}
