import Nacre

/// A session on PostgreSQL, with connections for reading.
protocol PostgresReadingSession: EngineSession {
    var readers: PostgresPool { get }
}

extension PostgresReadingSession {
    static func connectReader(to store: PostgresStore, _ durability: Durability) throws -> PostgresConnection {
        let connection = try store.connect(durability)
        try PostgresRequestReader.prepare(connection)
        return connection
    }

    func head() async throws -> Position { try await readers.perform { try PostgresRequestReader.head($0) } }

    // A group writer's connection is busy for as long as the store is open; all connections have the same settings.
    func answeredDurability() async throws -> Durability? {
        try await readers.perform { try PostgresSettings.durability(of: $0) }
    }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try await readers.perform { try PostgresRequestReader.read(request, on: $0) }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await readers.perform { try PostgresRequestReader.version(of: stream, on: $0) }
    }
}
