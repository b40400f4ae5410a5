public import Nacre

extension FaultyEventStore {
    /// The identity of the log.
    public var id: StoreID { base.id }

    /// Whether an acknowledged append survives a loss of power, as the store under it says.
    public var isDurable: Bool { base.isDurable }

    /// Appends a commit, unless it was made to fail.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: On whose behalf it is written.
    /// - Returns: What the store answers.
    /// - Throws: What was asked for, and what the store throws; `CancellationError` where it was withdrawn at a gate.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        for obstacle in obstacles(of: commit) {
            switch obstacle {
            case .gate(let gate): try await gate.pass()
            case .faster(let other): try await base.append(other, as: .system)
            case .fault(let fault): try await fail(commit, as: author, by: fault)
            }
        }
        if let stopped { throw stopped }
        return try await base.append(commit, as: author)
    }

    private func fail(_ commit: Commit, as author: CommitAuthor, by fault: AppendFault) async throws {
        if let stopped { throw stopped }
        switch fault.kind {
        case .conflict:
            throw EventStoreError.conflict(of: commit, head: try await base.head())
        case .notWritten:
            stop(with: .appendsStopped(.notWritten))
            throw EventStoreError.appendsStopped(.notWritten)
        case .unknown(let isWritten):
            if isWritten { try await base.append(commit, as: author) }
            stop(with: .appendsStopped(.notWritten))
            throw EventStoreError.appendsStopped(.unknown)
        case .error(let error):
            throw error
        }
    }

    /// Reads a stream, unless it was made to fail.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        let events = base.read(stream, order, limit: limit)
        return EventSequence { FaultyEventSource(store: self, stream: stream, events: events.makeAsyncIterator()) }
    }

    /// Reads the log, unless it was made to fail.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        let events = base.readLog(order, matching: query, limit: limit)
        return EventSequence { FaultyEventSource(store: self, stream: nil, events: events.makeAsyncIterator()) }
    }

    /// The log where its events lie, which reads as the store does; `nil` where the store under it has none.
    public var mappedLog: (any MappedLog)? { base.mappedLog.map { FaultyLog(store: self, base: $0) } }

    /// Follows the log, unless it was made to fail.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        let messages = base.subscribe(after: position, matching: query)
        return Subscription(after: position) {
            FaultySubscriptionSource(store: self, messages: messages.makeAsyncIterator())
        }
    }

    /// The event at a position, unless the read was made to fail.
    public func event(at position: Position) async throws -> RecordedEvent {
        try await beginRead()
        return try await base.event(at: position)
    }

    /// The event with an id, unless the read was made to fail.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await beginRead()
        return try await base.event(withID: id)
    }

    /// The position of the last event, unless the read was made to fail.
    public func head() async throws -> Position {
        try await beginRead()
        return try await base.head()
    }

    /// The version of a stream, unless the read was made to fail.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await beginRead(of: stream)
        return try await base.version(of: stream)
    }

    /// What derived data writes down, unless the read was made to fail.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try await beginRead()
        return try await base.checkpoint(at: position)
    }

    /// Closes the store.
    public func close() async {
        await base.close()
    }

    /// Lets a read meet what was asked for.
    func beginRead(of stream: StreamName? = nil) async throws {
        for obstacle in obstacles(ofReading: stream) {
            switch obstacle {
            case .gate(let gate): try await gate.pass()
            case .error(let error): throw error
            }
        }
    }
}

/// Hands out the events of a log where they lie, unless the read was made to fail.
private struct FaultyLog: MappedLog {
    let store: FaultyEventStore
    let base: any MappedLog

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        for obstacle in store.obstacles(ofReading: nil) {
            switch obstacle {
            case .gate(let gate): gate.block()
            case .error(let error): throw error
            }
        }
        try base.scan(after: position, while: body)
    }
}

/// Hands on the events of a read, one at a time, so that those before an error are handed out.
private struct FaultyEventSource: EventBatchSource {
    let store: FaultyEventStore
    let stream: StreamName?
    var events: EventSequence.Iterator
    var hasBegun = false

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if !hasBegun {
            hasBegun = true
            try await store.beginRead(of: stream)
        }
        return try await events.next().map { [$0] } ?? []
    }
}

/// Hands on the messages of a subscription.
private struct FaultySubscriptionSource: SubscriptionSource {
    let store: FaultyEventStore
    var messages: Subscription.Iterator
    var hasBegun = false

    mutating func nextBatch() async throws -> SubscriptionBatch {
        if !hasBegun {
            hasBegun = true
            try await store.beginRead()
        }
        switch try await messages.next() {
        case .event(let event):
            return SubscriptionBatch(events: [event], position: event.position, isAtHead: false)
        case .caughtUp(let position):
            return SubscriptionBatch(events: [], position: position, isAtHead: true)
        case nil:
            throw EventStoreError(.closed, "the subscription is over: subscribe again")
        }
    }

    // The store's own subscription waits.
    func waitForEvents(after position: Position) async throws {}
}
