import DomainKit
import Nacre
import Synchronization

extension EditedHistory {
    /// How many events are planned between two looks at cancellation and progress.
    private static let batch: Position = 65_536

    /// Plans edits of a log; the log is read once.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - storage: The log.
    ///   - progress: Called with the position read and the head.
    /// - Returns: The edited history.
    /// - Throws: `EventStoreError`: `noSuchPosition` if an edit names a position that the log does not have;
    ///   `idempotencyMismatch` if an inserted event has the id of another one; `invalidArgument` if edits contradict
    ///   each other, an inserted event is not within the limits, or the log is not mapped; other codes if it cannot be
    ///   read.
    static func planned(
        _ edits: [HistoryEdit], of storage: Storage, progress: (Position, Position) -> Void = { _, _ in }
    ) async throws -> EditedHistory {
        let store = storage.store
        guard let log = store.mappedLog else { throw EventStoreError.notMapped }
        let head = try await store.head()
        let plan = Mutex(try await plan(edits, of: store, head: head, now: storage.time.now()))
        let executor = SerialBlockingExecutor(named: "edits")
        var planned: Position = 0
        while planned < head {
            let (start, end) = (planned, min(planned + batch, head))
            try await executor.run {
                try plan.withLock { plan in
                    try log.scan(
                        after: start,
                        while: { event in
                            try plan.read(event)
                            return event.position < end
                        })
                }
            }
            planned = end
            progress(planned, head)
            try Task.checkCancellation()
        }
        let now = storage.time.now()
        return plan.withLock { $0.finish(store, head: head, now: now) }
    }

    /// Checks edits of a log as far as that is possible without reading it.
    ///
    /// - Throws: `EventStoreError` as ``planned(_:of:progress:)``.
    static func check(_ edits: [HistoryEdit], of storage: Storage) async throws {
        guard storage.store.mappedLog != nil else { throw EventStoreError.notMapped }
        _ = try await plan(edits, of: storage.store, head: try await storage.store.head(), now: storage.time.now())
    }

    private static func plan(
        _ edits: [HistoryEdit], of store: any EventStore, head: Position, now: Instant
    ) async throws -> EditPlan {
        var changes: [Position: EditPlan.Change] = [:]
        var arrivals: [Position: [EditPlan.Arrival]] = [:]
        var groups: [EventGroup] = []
        var inserted: Set<EventID> = []
        func change(_ position: Position, _ change: EditPlan.Change) throws {
            guard (1...max(1, head)).contains(position), head > 0 else {
                throw EventStoreError.noSuchPosition(position, head: head)
            }
            guard changes.updateValue(change, forKey: position) == nil else {
                throw EventStoreError.contradictory(position)
            }
        }
        for edit in edits {
            switch edit {
            case .remove(let position): try change(position, .remove)
            case .removeAll(let group):
                try group.validate(head: head)
                groups.append(group)
            case .replace(let position, let data): try change(position, .replace(data: data))
            case .move(let position, let after):
                try change(position, .move)
                guard after <= head else { throw EventStoreError.noSuchPosition(after, head: head) }
                let event = try await store.event(at: position)
                arrivals[after, default: []].append(.init(event: event, hasTime: true))
            case .insert(let after, let entry):
                guard after <= head else { throw EventStoreError.noSuchPosition(after, head: head) }
                try Commit(entries: [entry]).validate(as: .system)
                let id = entry.event.id ?? EventID.timeOrdered(at: now)
                let taken = try await store.event(withID: id)?.position
                guard taken == nil, inserted.insert(id).inserted else { throw EventStoreError.taken(id, by: taken) }
                let event = RecordedEvent(entry, id: id, position: head + Position(inserted.count), time: now)
                arrivals[after, default: []].append(.init(event: event, hasTime: entry.event.time != nil))
            }
        }
        return EditPlan(changes: changes, arrivals: arrivals, removed: RemovedEvents(of: groups))
    }
}

extension RecordedEvent {
    /// An event that is inserted; its version and the end of its commit are found by the plan.
    fileprivate init(_ entry: Commit.Entry, id: EventID, position: Position, time: Instant) {
        let event = entry.event
        self.init(
            position: position, stream: entry.stream, version: 0, id: id, type: event.type, schema: event.schema,
            time: event.time ?? time, recordedAt: time, tags: event.tags, data: event.data, metadata: event.metadata,
            isLastOfCommit: true)
    }
}

extension EventStoreError {
    /// The error for an inserted event with the id of another one.
    fileprivate static func taken(_ id: EventID, by position: Position?) -> EventStoreError {
        EventStoreError(
            .idempotencyMismatch,
            "id \(id) is taken by \(position.map { "the event at position \($0)" } ?? "another inserted event"): "
                + "give the inserted event an id of its own",
            position: position, outcome: .notWritten)
    }
}
