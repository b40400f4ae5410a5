import Nacre

/// A session of an engine that is an event store: the store answers all calls.
protocol EventStoreSession: EngineSession {
    associatedtype Store: EventStore

    var store: Store { get }

    /// Refuses calls of a closed session, which the store itself would still answer.
    func requireOpen() throws
}

extension EventStoreSession {
    func requireOpen() throws {}

    func append(_ commit: Commit) async throws -> AppendResult {
        try requireOpen()
        return try await store.append(commit)
    }

    func head() async throws -> Position {
        try requireOpen()
        return try await store.head()
    }

    func load(_ stream: StreamName) async throws -> LogContents {
        try requireOpen()
        var contents = LogContents(events: 0, payloadSum: 0)
        for event in try await store.read(stream).collect() { contents.add(event.data) }
        return contents
    }

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

    func subscribe(after position: Position, matching query: Query) throws -> Subscription {
        try requireOpen()
        return store.subscribe(after: position, matching: query)
    }
}

extension ReplaySlice {
    /// Reads the whole log of a store repeatedly.
    static func passes(
        over store: some EventStore & MappedLog, by path: ReplayPath, seconds: Double
    ) async throws -> ReplaySlice {
        switch path {
        case .scan:
            try await onDedicatedThread {
                try passes(seconds: seconds) {
                    var contents = LogContents(events: 0, payloadSum: 0)
                    try store.scan { event in
                        contents.events += 1
                        contents.payloadSum &+= event.data.bytes.wordSum
                    }
                    return contents
                }
            }
        case .sequence: try await iterations(over: store, seconds: seconds)
        }
    }

    @concurrent
    private static func iterations(over store: some EventStore, seconds: Double) async throws -> ReplaySlice {
        try await passes(seconds: seconds) {
            var contents = LogContents(events: 0, payloadSum: 0)
            for try await event in store.readLog() { contents.add(event.data) }
            return contents
        }
    }
}
