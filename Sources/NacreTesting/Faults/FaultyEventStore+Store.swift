public import Nacre

extension FaultyEventStore {
    /// The identity of the log.
    public var id: StoreID { base.id }

    /// Whether an acknowledged append survives a loss of power; the wrapped store decides.
    public var isDurable: Bool { base.isDurable }

    /// Appends a commit, unless a fault is set for it.
    ///
    /// - Parameters:
    ///   - commit: Events with their streams, expectations, checks and conditions.
    ///   - author: The author on whose behalf the commit is written.
    /// - Returns: The wrapped store's result.
    /// - Throws: The error of the fault; the wrapped store's errors; `CancellationError` if the append was withdrawn at
    ///   a gate.
    @discardableResult
    public func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        for obstacle in obstacles(of: commit) {
            switch obstacle {
            case .gate(let gate): try await gate.pass()
            // As the system author, because the other commit may be to any stream.
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
            // Only this append's outcome is unknown; later ones are certainly not written.
            if isWritten { try await base.append(commit, as: author) }
            stop(with: .appendsStopped(.notWritten))
            throw EventStoreError.appendsStopped(.unknown)
        case .error(let error):
            throw error
        }
    }

    /// Reads a stream, unless a fault is set for the read.
    public func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        let events = base.read(stream, order, limit: limit)
        return EventSequence { FaultyEventSource(store: self, stream: stream, events: events.makeAsyncIterator()) }
    }

    /// Reads the log, unless a fault is set for the read.
    public func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        let events = base.readLog(order, matching: query, limit: limit)
        return EventSequence { FaultyEventSource(store: self, stream: nil, events: events.makeAsyncIterator()) }
    }

    /// The mapped log, with the faults set for reads; `nil` if the wrapped store has none.
    public var mappedLog: (any MappedLog)? { base.mappedLog.map { FaultyLog(store: self, base: $0) } }

    /// Subscribes to the log, unless a fault is set for the read.
    public func subscribe(after position: Position, matching query: Query) -> Subscription {
        let messages = base.subscribe(after: position, matching: query)
        return Subscription(after: position) {
            FaultySubscriptionSource(store: self, messages: messages.makeAsyncIterator())
        }
    }

    /// The event at a position, unless a fault is set for the read.
    public func event(at position: Position) async throws -> RecordedEvent {
        try await beginRead()
        return try await base.event(at: position)
    }

    /// The event with an id, unless a fault is set for the read.
    public func event(withID id: EventID) async throws -> RecordedEvent? {
        try await beginRead()
        return try await base.event(withID: id)
    }

    /// The position of the last event, unless a fault is set for the read.
    public func head() async throws -> Position {
        try await beginRead()
        return try await base.head()
    }

    /// The version of a stream, unless a fault is set for the read.
    public func version(of stream: StreamName) async throws -> StreamVersion {
        try await beginRead(of: stream)
        return try await base.version(of: stream)
    }

    /// The checkpoint at a position, unless a fault is set for the read.
    public func checkpoint(at position: Position) async throws -> Checkpoint {
        try await beginRead()
        return try await base.checkpoint(at: position)
    }

    /// Closes the store.
    public func close() async {
        await base.close()
    }

    /// Applies the gates and errors set for a read.
    func beginRead(of stream: StreamName? = nil) async throws {
        for obstacle in obstacles(ofReading: stream) {
            switch obstacle {
            case .gate(let gate): try await gate.pass()
            case .error(let error): throw error
            }
        }
    }
}

/// A mapped log with the faults set for reads.
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

/// Returns the events of a read one at a time, so that those before an error are returned.
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

/// Forwards the messages of a subscription.
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

    // `messages.next()` waits instead, in the wrapped store's subscription.
    func waitForEvents(after position: Position) async throws {}
}
