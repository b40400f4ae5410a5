import GRDB
import Nacre
import Synchronization

extension SQLiteReader {
    /// The source of a request's events: the statements, and the key to look up.
    private typealias Source = (statements: SQLiteRequestStatements, key: Int64?)

    /// Reads the events of a request, with an index for each kind of request.
    ///
    /// Supported queries ask for all events, or for one type, one category or one tag.
    ///
    /// - Throws: `DatabaseError`; ``HarnessError`` for other queries; `EventStoreError` if a position does not exist.
    func read(_ request: ReadRequest) throws -> [RecordedEvent] {
        if case .log(_, let query, _) = request { try makeRoom(for: query) }
        return try pool.unsafeRead { database in
            switch request {
            case .stream(let stream, let order, let limit):
                guard let key = try key(of: stream, in: database) else { return [] }
                return try events((.stream, key), order, limit, of: stream, in: database)
            case .log(let order, let query, let limit):
                guard let source = try source(of: query, in: database) else { return [] }
                return try events(source, order, limit, in: database)
            case .position(let position):
                let events = try events((.log, nil), .backward(from: position), 1, in: database)
                guard let event = events.first, event.position == position else {
                    throw EventStoreError.noSuchPosition(position, head: events.first?.position ?? 0)
                }
                return events
            case .id(let id):
                let statement = try database.cachedStatement(
                    sql: "SELECT \(SQLiteSchema.eventColumns) FROM events WHERE id = ?")
                let bytes = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { [UInt8]($0) }
                return try collect(statement, [SQLiteBytes(bytes)], in: database)
            }
        }
    }

    /// The version of a stream; 0 if the stream does not exist.
    func version(of stream: StreamName) throws -> StreamVersion {
        try pool.unsafeRead { database in
            guard let key = try key(of: stream, in: database) else { return 0 }
            let statement = try HotStatement("SELECT max(version) FROM events WHERE stream = ?", in: database)
            statement.bind(key, at: 1)
            return StreamVersion(try statement.integer() ?? 0)
        }
    }

    private func key(of stream: StreamName, in database: Database) throws -> Int64? {
        try names.withLock { try $0.streamKeys.key(of: stream, in: SQLiteNameTable("streams", in: database)) }
    }

    /// The source of a query's events; `nil` if one of its names is unknown, so that no event matches.
    private func source(of query: Query, in database: Database) throws -> Source? {
        guard let items = query.items else { return (.log, nil) }
        let item = items.first ?? Query.Item()
        let asked = (types: item.types, categories: item.categories, tags: item.tags)
        switch (items.count, asked.types.count, asked.categories.count, asked.tags.count) {
        case (1, 1, 0, 0):
            let key = try names.withLock {
                try $0.typeKeys.key(of: asked.types[0], in: SQLiteNameTable("types", in: database))
            }
            return key.map { (.type, $0) }
        case (1, 0, 1, 0):
            return try category(asked.categories[0], in: database).map { (.category, $0) }
        case (1, 0, 0, 1):
            guard names.withLock(\.hasTags) else { return nil }
            let key = try names.withLock {
                try $0.tagKeys.key(of: asked.tags[0], in: SQLiteNameTable("tags", in: database))
            }
            return key.map { (.tag, $0) }
        default:
            throw HarnessError("this engine answers queries for everything, or for one type, one category or one tag")
        }
    }

    private func events(
        _ source: Source, _ order: ReadOrder, _ limit: Int?, of stream: StreamName? = nil, in database: Database
    ) throws -> [RecordedEvent] {
        let (sql, number): (String, Int64) =
            switch order {
            case .forward(let after): (source.statements.forward, Int64(clamping: after))
            case .backward(let from): (source.statements.backward, from.map { Int64(clamping: $0) } ?? .max)
            }
        // In SQLite, a negative limit means no limit.
        let arguments = [source.key, number, limit.map(Int64.init) ?? -1].compactMap(\.self)
        let statement = try database.cachedStatement(sql: sql)
        return try collect(statement, StatementArguments(arguments), of: stream, in: database)
    }

    /// The events of a statement's rows, whose names are looked up, except the stream's if it is known.
    private func collect(
        _ statement: Statement, _ arguments: StatementArguments, of known: StreamName? = nil, in database: Database
    ) throws -> [RecordedEvent] {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var events: [RecordedEvent] = []
        while let row = try rows.next() {
            let stream = try known ?? stream(row[1], in: database)
            events.append(RecordedEvent(row, stream: stream, type: try type(row[3], in: database)))
        }
        return events
    }

    private func stream(_ key: Int64, in database: Database) throws -> StreamName {
        if let known = names.withLock({ $0.streams[key] }) { return known }
        let statement = try database.cachedStatement(sql: "SELECT name FROM streams WHERE key = ?")
        guard let name = try String.fetchOne(statement, arguments: [key]) else {
            throw HarnessError("no stream has the key \(key)")
        }
        names.withLock { names in
            if names.streams.count >= SQLiteNameKeys<StreamName>.limit { names.streams.removeAll() }
            names.streams[key] = StreamName(name)
        }
        return StreamName(name)
    }
}
