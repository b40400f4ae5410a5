import DomainKit
import Nacre

extension MutantStore {
    func checkRules(of commit: Commit) async throws {
        for guarded in commit.expectations {
            let version = try await base.version(of: guarded.stream)
            guard !guarded.expectation.holds(at: version) else { continue }
            throw EventStoreError.conflict([
                .expectation(stream: guarded.stream, expected: guarded.expectation, actual: version)
            ])
        }
        for _ in 0..<20 { await Task.yield() }
    }

    /// Rejects every commit that depends on existing state, as if another writer had always been first.
    func refuse(_ commit: Commit) throws {
        for guarded in commit.expectations {
            guard case .exact(let version) = guarded.expectation, version > 0, mutation == .conflictsRepeatedly else {
                continue
            }
            throw EventStoreError.conflict([
                .expectation(stream: guarded.stream, expected: guarded.expectation, actual: version + 1)
            ])
        }
        for (index, condition) in commit.conditions.enumerated() where condition.after > 0 {
            guard mutation == .conflictsOnConditions else { continue }
            let conflict = ConflictingEvent(position: condition.after + 1, type: "Joined", tags: [])
            throw EventStoreError.conflict([.condition(index: index, condition: condition, conflict: conflict)])
        }
    }

    func evaluateChecks(of commit: Commit) async throws {
        var violations: [Violation] = []
        for guarded in commit.checks {
            let version = try await base.version(of: guarded.stream)
            guard !guarded.expectation.holds(at: version) else { continue }
            violations.append(.check(stream: guarded.stream, expected: guarded.expectation, actual: version))
        }
        guard violations.isEmpty else { throw EventStoreError.conflict(violations) }
        for _ in 0..<20 { await Task.yield() }
    }

    func evaluateConditions(of commit: Commit) async throws {
        var violations: [Violation] = []
        for (index, condition) in commit.conditions.enumerated() {
            let matches = try await base.readLog(
                .forward(after: min(condition.after, base.head())), matching: condition.failIfEventsMatch
            ).collect().map { ConflictingEvent(position: $0.position, type: $0.type, tags: $0.tags) }
            if let conflict = mutation == .reportsLastConflict ? matches.last : matches.first {
                violations.append(.condition(index: index, condition: condition, conflict: conflict))
            } else if mutation == .countsOwnEvents, !commit.conditions.isEmpty {
                violations.append(
                    .condition(
                        index: index, condition: condition,
                        conflict: ConflictingEvent(position: 0, type: commit.entries[0].event.type, tags: [])))
            }
        }
        guard violations.isEmpty else { throw EventStoreError.conflict(violations) }
        for _ in 0..<20 { await Task.yield() }
    }

    func change(_ commit: inout Commit) {
        switch mutation {
        case .ignoresExpectations, .checksBeforeWriting: commit.expectations = []
        case .ignoresChecks, .evaluatesChecksBeforeWriting: commit.checks = []
        case .ignoresConditions, .evaluatesConditionsBeforeWriting: commit.conditions = []
        case .ignoresConditionStart:
            for index in commit.conditions.indices { commit.conditions[index].after = 0 }
        case .startsConditionsTooEarly:
            for index in commit.conditions.indices where commit.conditions[index].after > 0 {
                commit.conditions[index].after -= 1
            }
        case .cutsConditions:
            for index in commit.conditions.indices {
                commit.conditions[index].failIfEventsMatch = commit.conditions[index].failIfEventsMatch.cut
            }
        case .ignoresConditionContexts:
            for index in commit.conditions.indices {
                commit.conditions[index].failIfEventsMatch = commit.conditions[index].failIfEventsMatch.withoutContexts
            }
        case .acceptsAnyNameInConditions:
            for index in commit.conditions.indices {
                commit.conditions[index].failIfEventsMatch = commit.conditions[index].failIfEventsMatch.withGoodNames
            }
        default: break
        }
        for index in commit.checks.indices { commit.checks[index].stream = key(commit.checks[index].stream) }
        for index in commit.entries.indices {
            commit.entries[index].stream = key(commit.entries[index].stream)
            change(&commit.entries[index].event)
        }
    }

    private func change(_ event: inout EventData) {
        switch mutation {
        case .ignoresIDs: event.id = nil
        case .makesRandomIDs: event.id = event.id ?? .random()
        case .treatsStoreIDsAsNew:
            if let id = event.id, id.high >> 12 & 0xF == 7 { event.id = .random() }
        case .losesMetadata: event.metadata = []
        case .sortsTags: event.tags.sort()
        case .cutsData: event.data = [UInt8](event.data.prefix(65_536))
        case .roundsTime:
            event.time = event.time.map {
                Instant(nanosecondsSince1970: $0.nanosecondsSince1970 / 1000 * 1000, decimals: $0.decimals)
            }
        case .losesDecimals:
            event.time = event.time.map { Instant(nanosecondsSince1970: $0.nanosecondsSince1970, decimals: 9) }
        default: break
        }
    }

    func takeRecordedData(for commit: inout Commit) async throws {
        for index in commit.entries.indices {
            guard let id = commit.entries[index].event.id, let event = try await base.event(withID: id) else {
                continue
            }
            commit.entries[index].event.data = event.data
        }
    }

    func appendOneByOne(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        var results: [AppendResult] = []
        for entry in commit.entries {
            results.append(try await base.append(Commit(entries: [entry]), as: author))
            await Task.yield()
        }
        return AppendResult(
            firstPosition: results.first?.lastPosition ?? 0, lastPosition: results.last?.lastPosition ?? 0,
            streams: results.flatMap(\.streams))
    }

    func changed(_ result: AppendResult) async throws -> AppendResult {
        switch mutation {
        case .answersWrongVersion:
            return AppendResult(
                firstPosition: result.positions[0], lastPosition: result.lastPosition,
                streams: result.streams.map { .init(stream: $0.stream, version: $0.version + 1) })
        case .answersWrongPositions:
            return AppendResult(firstPosition: 1, lastPosition: UInt64(result.positions.count), streams: result.streams)
        case .answersRepeatsWithCurrentVersion where result.wasAlreadyCommitted:
            var streams: [AppendResult.StreamState] = []
            for state in result.streams {
                streams.append(.init(stream: state.stream, version: try await base.version(of: state.stream)))
            }
            return AppendResult(alreadyCommittedAt: result.positions, streams: streams)
        default: return result
        }
    }

    func key(_ stream: StreamName) -> StreamName {
        switch mutation {
        case .comparesNamesAsStrings:
            guard stream.text == "caf\u{E9}" else { return stream }
            return "caf\u{E9}"
        case .acceptsAnyNameInReads: return (try? stream.validate(as: "stream name")) == nil ? "none" : stream
        case .cutsLongNames: return StreamName(String(stream.text.prefix(255)))
        default: return stream
        }
    }

    func changed(_ order: ReadOrder) -> ReadOrder {
        guard mutation == .readsBackwardForward, case .backward = order else { return order }
        return .forward()
    }

    func changed(_ limit: Int?) -> Int? {
        switch mutation {
        case .ignoresLimits: nil
        case .acceptsNegativeLimits: limit.map { max($0, 0) }
        default: limit
        }
    }

    func changed(_ event: RecordedEvent) -> RecordedEvent {
        guard mutation == .followsClockBackward || mutation == .marksEveryEvent else { return event }
        return RecordedEvent(
            position: event.position, stream: event.stream, version: event.version, id: event.id, type: event.type,
            schema: event.schema, time: event.time,
            recordedAt: mutation == .followsClockBackward ? event.time : event.recordedAt, tags: event.tags,
            data: event.data, metadata: event.metadata,
            isLastOfCommit: mutation == .marksEveryEvent || event.isLastOfCommit)
    }

    func changed(_ sequence: EventSequence) -> EventSequence {
        EventSequence { ChangedSource(sequence: sequence, store: self) }
    }
}

/// Reads everything at once and changes it as a mutation says.
private struct ChangedSource: EventBatchSource {
    let sequence: EventSequence
    let store: MutantStore
    var isDone = false

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if isDone { return [] }
        isDone = true
        do {
            var events = try await sequence.collect().map(store.changed)
            if store.mutation == .dropsAnEvent, events.count > 1 { events.remove(at: 1) }
            if store.mutation == .swapsTwoEvents, events.count > 1 { events.swapAt(0, 1) }
            return events
        } catch let error as EventStoreError
            where store.mutation == .treatsBeyondHeadAsEnd && error.code == .noSuchPosition
        {
            return []
        }
    }
}

extension Position {
    /// Limits the position to the head.
    mutating func clamp(to head: Position) { self = Swift.min(self, head) }
}

extension RecordedEvent {
    /// The event without its metadata.
    var withoutMetadata: RecordedEvent {
        RecordedEvent(
            position: position, stream: stream, version: version, id: id, type: type, schema: schema, time: time,
            recordedAt: recordedAt, tags: tags, data: data, metadata: [], isLastOfCommit: isLastOfCommit)
    }
}
