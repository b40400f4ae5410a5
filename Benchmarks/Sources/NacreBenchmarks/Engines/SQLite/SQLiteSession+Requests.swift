import Nacre

// On the caller's thread, as loading a stream is: what is short is done sooner than handed over.

extension SQLiteSession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { try reader.read(request) }

    func version(of stream: StreamName) async throws -> StreamVersion { try reader.version(of: stream) }
}

extension SQLiteGroupSession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] { try reader.read(request) }

    func version(of stream: StreamName) async throws -> StreamVersion { try reader.version(of: stream) }
}
