import Nacre

extension MemorySession {
    func read(_ request: ReadRequest) async throws -> [RecordedEvent] {
        try requireOpen()
        return switch request {
        case .stream(let stream, let order, let limit):
            try await store.read(stream, order, limit: limit).collect()
        case .log(let order, let query, let limit):
            try await store.readLog(order, matching: query, limit: limit).collect()
        case .position(let position): [try await store.event(at: position)]
        case .id(let id): try await store.event(withID: id).map { [$0] } ?? []
        }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try requireOpen()
        return try await store.version(of: stream)
    }
}
