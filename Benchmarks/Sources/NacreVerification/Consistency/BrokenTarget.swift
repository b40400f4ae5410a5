import Nacre

/// A store that breaks one rule, at every third opportunity.
struct BrokenTarget: ConsistencyTarget {
    let target: any ConsistencyTarget
    let rule: StoreBreak
    let memory = BrokenMemory()

    init(_ target: any ConsistencyTarget, _ rule: StoreBreak) {
        self.target = target
        self.rule = rule
    }

    /// Whether the rule is broken this time.
    func breaks() -> Bool { memory.breaks() }

    func append(_ commit: Commit) async throws -> AppendResult {
        let commit = rule.meant(commit)
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
        try await writeHeld()
        let acknowledged = memory.acknowledged
        let head = try await target.head()
        switch rule {
        case .readAhead where breaks(): return head + 1_000
        case .readStale where breaks(): return memory.staleHead(head)
        case .readBehindOthers where breaks(): return acknowledged
        default: return rule.shown(head)
        }
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await writeHeld()
        return try await target.version(of: stream)
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int) async throws -> [RecordedEvent] {
        try await writeHeld()
        let acknowledged = memory.acknowledged
        let events = try await target.read(stream, order, limit: limit)
        return try await broken(events, order, acknowledged)
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int) async throws -> [RecordedEvent] {
        try await writeHeld()
        let acknowledged = memory.acknowledged
        let events = try await target.readLog(rule.meant(order), matching: query, limit: limit)
        return try await broken(events, order, acknowledged)
    }

    /// Returns the store's answer, or a wrong one, or throws, if the rule concerns it.
    ///
    /// `acknowledged` is the acknowledged end of the log before the store was called.
    private func broken(
        _ events: [RecordedEvent], _ order: ReadOrder, _ acknowledged: Position
    ) async throws -> [RecordedEvent] {
        var events = events
        switch rule {
        case .readStale:
            guard breaks() else { return events }
            let head = memory.staleHead(try await target.head())
            events.removeAll { $0.position > head }
        case .readBehindOthers:
            // A backward read from the end would have to show other events instead.
            guard case .forward = order, breaks() else { return events }
            events.removeAll { $0.position > acknowledged }
        case .readWithHoles:
            if events.count > 2, breaks() { events.remove(at: 1) }
        case .readOthers:
            if events.count > 1, breaks() { events[0] = events[1] }
        case .readOtherTags:
            guard let event = events.first, breaks() else { return events }
            events[0] = event.carrying(event.type, event.tags.isEmpty ? [EventShape.tagName(0)] : [])
        case .readOtherTypes:
            guard let event = events.first, breaks() else { return events }
            events[0] = event.carrying(Self.otherType(than: event.type), event.tags)
        case .readTorn:
            // The last event of the log, if its commit has more than one event.
            guard let last = events.last, last.isLastOfCommit, EventLabel(last.data)?.index != 0, events.count > 1,
                events[0].position < last.position, breaks()
            else { return events }
            events.removeLast()
        case .failReads:
            if breaks() { throw EventStoreError(.inputOutput, "the read was made to fail") }
        default: return events.map { rule.shown($0) }
        }
        return events
    }

    static func otherType(than type: EventType) -> EventType {
        EventShape.typeName(type == EventShape.typeName(0) ? 1 : 0)
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
