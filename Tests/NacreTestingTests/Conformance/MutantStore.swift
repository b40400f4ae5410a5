import DomainKit
import Nacre

/// A store that breaks one promise of the in-memory store which it wraps.
struct MutantStore: EventStore, MappedLog {
    let base: InMemoryEventStore

    /// The promise; `nil` for a wrapper that breaks none.
    let mutation: Mutation.Kind?

    var id: StoreID { base.id }

    func append(_ commit: Commit, as author: CommitAuthor) async throws -> AppendResult {
        if mutation == .checksExpectationsFirst || mutation == .checksBeforeWriting {
            try await checkRules(of: commit)
        }
        if mutation == .evaluatesChecksBeforeWriting { try await evaluateChecks(of: commit) }
        if mutation == .checksConditionsFirst || mutation == .evaluatesConditionsBeforeWriting
            || mutation == .reportsLastConflict || mutation == .countsOwnEvents
        {
            try await evaluateConditions(of: commit)
        }
        if mutation == .splitsCommits { return try await appendOneByOne(commit, as: author) }
        if mutation == .writesCancelledCommits {
            let result = try await Task.detached { try await base.append(commit, as: author) }.value
            try Task.checkCancellation()
            return result
        }
        if mutation == .conflictsRepeatedly || mutation == .conflictsOnConditions { try refuse(commit) }
        var author = author
        if mutation == .opensReservedStreamsToAll { author = .system }
        if mutation == .closesReservedStreams { author = .application }
        var commit = commit
        change(&commit)
        if mutation == .dropsForeignRecords, commit.entries.contains(where: { $0.event.type == "Noted" }) {
            return AppendResult(
                firstPosition: 1, lastPosition: 1, streams: [.init(stream: commit.entries[0].stream, version: 1)])
        }
        if mutation == .acceptsConditionsBeyondHead {
            let head = try await base.head()
            for index in commit.conditions.indices { commit.conditions[index].after.clamp(to: head) }
        }
        if mutation == .acceptsOtherData { try await takeRecordedData(for: &commit) }
        do {
            return try await changed(base.append(commit, as: author))
        } catch var error as EventStoreError where mutation == .reportsFirstViolationOnly {
            error.violations = [Violation](error.violations.prefix(1))
            throw error
        } catch var error as EventStoreError where mutation == .reportsOneViolation {
            error.message = error.violations.first.map { "\($0): read them again and decide again" } ?? error.message
            throw error
        } catch let error as EventStoreError where mutation == .keepsRejectedEvents && error.code == .conflict {
            _ = try? await base.append(Commit(entries: Array(commit.entries.prefix(1))), as: author)
            throw error
        }
    }

    func read(_ stream: StreamName, _ order: ReadOrder, limit: Int?) -> EventSequence {
        changed(base.read(key(stream), changed(order), limit: changed(limit)))
    }

    func readLog(_ order: ReadOrder, matching query: Query, limit: Int?) -> EventSequence {
        if mutation == .treatsEmptyQueryAsAll, query.items?.isEmpty == true {
            return changed(base.readLog(order, matching: .all, limit: limit))
        }
        if mutation == .confusesCategories, let categories = query.items?.first?.categories, !categories.isEmpty {
            return EventSequence { PrefixSource(base: base, order: order, prefixes: categories) }
        }
        if mutation == .scansMetadataForActors, let actors = query.items?.first?.actors, !actors.isEmpty {
            return EventSequence { TextSource(base: base, order: order, actors: actors) }
        }
        if mutation == .seesLaterEvents, order == .forward() { return EventSequence { EndlessSource(base: base) } }
        if mutation == .hidesReservedStreams {
            return EventSequence { DomainSource(base: base, order: order, query: query) }
        }
        return changed(base.readLog(changed(order), matching: changed(query), limit: changed(limit)))
    }

    @available(*, noasync)
    func scan(after position: Position, while body: (EventView) throws -> Bool) throws {
        switch mutation {
        case .scansFromStart: try base.scan(after: 0, while: body)
        case .ignoresScanStop: try base.scan(after: position) { _ = try body($0) }
        default: try base.scan(after: position, while: body)
        }
    }

    func subscribe(after position: Position, matching query: Query) -> Subscription {
        let base = base.subscribe(
            after: mutation == .followsFromStart ? 0 : position,
            matching: mutation == .followsEverything && query.items?.isEmpty == false ? .all : query)
        return Subscription(after: position) {
            ChangedSubscription(iterator: base.makeAsyncIterator(), mutation: mutation)
        }
    }

    func event(at position: Position) async throws -> RecordedEvent {
        let event = changed(try await base.event(at: position))
        guard mutation == .forgetsOldMetadata, try await base.head() > position + 100 else { return event }
        return event.withoutMetadata
    }

    func event(withID id: EventID) async throws -> RecordedEvent? {
        try await base.event(withID: id).map(changed)
    }

    func head() async throws -> Position {
        let head = try await base.head()
        return mutation == .showsStaleHead && head > 0 ? head - 1 : head
    }

    func version(of stream: StreamName) async throws -> StreamVersion {
        try await base.version(of: key(stream))
    }

    func checkpoint(at position: Position) async throws -> Checkpoint {
        let checkpoint = try await base.checkpoint(at: position)
        guard mutation == .sharesCheckpoints else { return checkpoint }
        return Checkpoint(storeID: StoreID(EventID(high: 0, low: 0)), position: position, fingerprint: position)
    }

    func close() async {
        if mutation != .staysOpen { await base.close() }
    }
}

/// Reads the log in batches, without fixing its end at the beginning.
private struct EndlessSource: EventBatchSource {
    let base: InMemoryEventStore
    var position: Position = 0

    mutating func nextBatch() async throws -> [RecordedEvent] {
        let batch = try await base.readLog(.forward(after: position), matching: .all, limit: 100).collect()
        position = batch.last?.position ?? position
        return batch
    }
}

/// Hides the reserved streams.
private struct DomainSource: EventBatchSource {
    let base: InMemoryEventStore
    let order: ReadOrder
    let query: Query
    var isDone = false

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if isDone { return [] }
        isDone = true
        return try await base.readLog(order, matching: query).collect().filter { !$0.stream.isReserved }
    }
}

/// Treats every stream whose name begins with a category's name as part of the category.
private struct PrefixSource: EventBatchSource {
    let base: InMemoryEventStore
    let order: ReadOrder
    let prefixes: [String]
    var isDone = false

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if isDone { return [] }
        isDone = true
        return try await base.readLog(order).collect().filter { event in
            prefixes.contains { event.stream.text.hasPrefix($0) }
        }
    }
}

/// Searches metadata for actors as text, without reading it as JSON.
private struct TextSource: EventBatchSource {
    let base: InMemoryEventStore
    let order: ReadOrder
    let actors: [String]
    var isDone = false

    mutating func nextBatch() async throws -> [RecordedEvent] {
        if isDone { return [] }
        isDone = true
        return try await base.readLog(order).collect().filter { event in
            let text = String(decoding: event.metadata, as: UTF8.self)
            return actors.contains { text.contains("\"actor\":\"\($0)\"") }
        }
    }
}
