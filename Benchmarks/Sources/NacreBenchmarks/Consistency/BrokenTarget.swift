import Nacre
import Synchronization

/// A store that breaks one rule, every third time that it can.
struct BrokenTarget: ConsistencyTarget {
    let target: any ConsistencyTarget
    let rule: StoreBreak
    private let memory = BrokenMemory()

    /// Makes a target break a rule.
    init(_ target: any ConsistencyTarget, _ rule: StoreBreak) {
        self.target = target
        self.rule = rule
    }

    /// Whether the rule is broken this time.
    func breaks() -> Bool { memory.breaks() }

    func append(_ commit: Commit) async throws -> AppendResult {
        if let result = try await appendBefore(commit) { return result }
        do {
            return try await answer(to: commit, try await target.append(commit))
        } catch let error as EventStoreError where error.code == .conflict {
            return try await appendRefused(commit, error)
        } catch let error as EventStoreError where error.code == .idempotencyMismatch && rule == .acceptAltered {
            return try await target.append(Self.withoutIDs(commit))
        }
    }

    func head() async throws -> Position {
        let head = try await target.head()
        switch rule {
        case .readAhead where breaks(): return head + 1_000
        case .readStale where breaks(): return memory.staleHead(head)
        default: return head
        }
    }

    func version(of stream: StreamName) async throws -> StreamVersion { try await target.version(of: stream) }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent] {
        try await broken(try await target.read(stream, order, limit: limit))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent] {
        try await broken(try await target.readLog(order, matching: query, limit: limit))
    }

    private func broken(_ events: [RecordedEvent]) async throws -> [RecordedEvent] {
        var events = events
        switch rule {
        case .readStale:
            guard breaks() else { return events }
            let head = memory.staleHead(try await target.head())
            events.removeAll { $0.position > head }
        case .readWithHoles:
            if events.count > 2, breaks() { events.remove(at: 1) }
        case .readOthers:
            if events.count > 1, breaks() { events[0] = events[1] }
        case .readOtherTags:
            guard let event = events.first, breaks() else { return events }
            events[0] = event.carrying(event.type, event.tags.isEmpty ? [EventShape.tagName(0)] : [])
        case .readOtherTypes:
            guard let event = events.first, breaks() else { return events }
            let other = EventShape.typeName(event.type == EventShape.typeName(0) ? 1 : 0)
            events[0] = event.carrying(other, event.tags)
        case .readTorn:
            // The last event of the log, where its commit has another one.
            guard let last = events.last, last.isLastOfCommit, EventLabel(last.data)?.index != 0, events.count > 1,
                events[0].position < last.position, breaks()
            else { return events }
            events.removeLast()
        case .failReads:
            if breaks() { throw EventStoreError(.inputOutput, "the read was made to fail") }
        default: break
        }
        return events
    }
}

extension RecordedEvent {
    /// The same event with another type and other tags.
    fileprivate func carrying(_ type: EventType, _ tags: [Tag]) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: stream, version: version, id: id, type: type, schema: schema, time: time,
            recordedAt: recordedAt, tags: tags, data: data, metadata: metadata, isLastOfCommit: isLastOfCommit)
    }
}

/// What a broken store remembers.
final class BrokenMemory: Sendable {
    private struct State: Sendable {
        var chances = 0
        var heads: [Position] = []
    }

    private let state = Mutex(State())

    /// Whether this is one of the times that count.
    func breaks() -> Bool {
        state.withLock { state in
            state.chances += 1
            return state.chances.isMultiple(of: 3)
        }
    }

    /// A head of some time ago.
    func staleHead(_ head: Position) -> Position {
        state.withLock { state in
            state.heads.append(head)
            return state.heads[state.heads.count / 2]
        }
    }
}
