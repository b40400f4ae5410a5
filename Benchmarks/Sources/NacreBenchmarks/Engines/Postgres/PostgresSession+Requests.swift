import Nacre

extension PostgresSession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try await pool.perform { try PostgresRequestReader.read(request, on: $0) }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await pool.perform { try PostgresRequestReader.version(of: stream, on: $0) }
    }
}

extension PostgresGroupSession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try await readers.perform { try PostgresRequestReader.read(request, on: $0) }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await readers.perform { try PostgresRequestReader.version(of: stream, on: $0) }
    }
}
