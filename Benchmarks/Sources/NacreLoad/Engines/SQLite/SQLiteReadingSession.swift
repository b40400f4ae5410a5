import Nacre

/// A session on SQLite that reads on the caller's thread: for short reads, that is faster than another thread.
protocol SQLiteReadingSession: EngineSession {
    var reader: SQLiteReader { get }
}

extension SQLiteReadingSession {
    func head() async throws -> Position { try reader.head() }

    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { try reader.read(request) }

    func version(of stream: StreamName) async throws -> StreamVersion { try reader.version(of: stream) }
}
