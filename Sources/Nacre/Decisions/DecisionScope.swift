internal import DomainKit

/// Decisions on several aggregates that take effect atomically: all of them or none.
///
/// ``EventStore/decide(retrying:_:)`` creates a scope, appends what was decided in one commit, and on conflict
/// retries with a new scope.
///
/// All reads see the log as of one ``position``, so the decisions are based on one consistent state. Everything that
/// was read must be unchanged when the commit is written: a stream that is read and written is expected at the folded
/// version, a stream that is only read is checked, and a query becomes an ``AppendCondition``. A decision sees the
/// events decided earlier in the scope.
///
/// The append condition of a query does not count the scope's own events, but reading the query again in the scope
/// does find them.
public struct DecisionScope: ~Copyable {
    // FEAT-03: A `DecisionScope` joins several decisions in one commit.

    /// The position up to which the log is read: its head when the attempt began.
    public let position: Position

    let store: any EventStore

    /// The events to append and the rules given by the caller, without the rules that follow from reading.
    private(set) var commit = Commit(entries: [])

    /// The entries of the commit as recorded events, for codecs and queries.
    private(set) var decided: [RecordedEvent] = []

    private var versions: [StreamName: StreamVersion] = [:]
    private var added: [StreamName: StreamVersion] = [:]
    private var reads: [AppendResult.StreamState] = []
    private var queries: [Query] = []
    private var states: [StateKey: any Sendable] = [:]

    init(on store: any EventStore) async throws {
        self.store = store
        // All reads of the scope end here, so that they see one state of the log.
        position = try await store.head()
    }

    /// Appends events without a decider.
    ///
    /// - Parameters:
    ///   - events: The events, in order, after those already in the scope.
    ///   - stream: The stream.
    ///   - expectation: The expected version of the stream, not counting the scope's own events.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the expectation
    ///   contradicts an earlier one.
    public mutating func append(
        _ events: [EventData], to stream: StreamName, expecting expectation: Expectation = .any
    ) throws(EventStoreError) {
        try add(Commit(events, to: stream, expecting: expectation))
    }

    /// Adds a commit: its events follow those already in the scope, and its rules apply together with the scope's.
    ///
    /// - Parameter commit: The commit. If it has no events, its checks and conditions are added.
    /// - Throws: Errors of ``Commit/+(_:_:)``.
    public mutating func add(_ commit: Commit) throws(EventStoreError) {
        let hasRules = !commit.expectations.isEmpty || !commit.checks.isEmpty || !commit.conditions.isEmpty
        // Events alone change no rule, so merging the guards can wait until the scope is finished.
        if hasRules { try self.commit += commit } else { self.commit.entries += commit.entries }
        for entry in commit.entries {
            added[entry.stream, default: 0] += 1
            let version = (versions[entry.stream] ?? 0) + added[entry.stream, default: 0]
            decided.append(RecordedEvent(entry, at: position + Position(decided.count) + 1, version: version))
        }
    }

    /// Records that the decisions depend on a stream at the folded version.
    mutating func note(_ stream: StreamName, at version: StreamVersion) {
        guard versions.updateValue(version, forKey: stream) == nil else { return }
        reads.append(AppendResult.StreamState(stream: stream, version: version))
    }

    /// Records that the decisions depend on a query.
    mutating func note(_ query: Query) {
        if !queries.contains(query) { queries.append(query) }
    }

    /// The scope's commit, which takes effect only if nothing that was read has changed.
    ///
    /// - Returns: The commit, `nil` if there is nothing to append; and the streams read.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/conflict`` if a stream that was read does not
    ///   meet an expectation given by the caller.
    consuming func finished() throws(EventStoreError) -> (commit: Commit?, reads: [AppendResult.StreamState]) {
        guard !commit.isEmpty else { return (nil, reads) }
        // A rule that the scope's own reads violate can never hold, so it is reported without an append.
        var violations: [Violation] = []
        for guarded in commit.expectations {
            guard let version = versions[guarded.stream], !guarded.expectation.holds(at: version) else { continue }
            violations.append(.expectation(stream: guarded.stream, expected: guarded.expectation, actual: version))
        }
        for guarded in commit.checks {
            guard let version = versions[guarded.stream], !guarded.expectation.holds(at: version) else { continue }
            violations.append(.check(stream: guarded.stream, expected: guarded.expectation, actual: version))
        }
        guard violations.isEmpty else { throw .conflict(violations, head: position) }
        let rules = Commit(
            entries: [],
            checks: reads.map { Commit.Guard(stream: $0.stream, expectation: .exact($0.version)) },
            conditions: queries.map { AppendCondition(failIfEventsMatch: $0, after: position) })
        return (try commit + rules, reads)
    }
}

extension DecisionScope {
    /// The key under which a folded state is kept.
    struct StateKey: Hashable {
        let stream: StreamName
        let model: ObjectIdentifier
        let codec: ObjectIdentifier
    }

    /// A folded state, with the number of the scope's own events already applied to it.
    struct FoldedState<State: Sendable>: Sendable {
        var state: State
        var decided = 0
    }

    /// The state folded earlier, if any.
    func folded<State>(_ key: StateKey) -> FoldedState<State>? { states[key] as? FoldedState<State> }

    /// Keeps a state for later decisions on it.
    mutating func keep<State>(_ state: FoldedState<State>, for key: StateKey) { states[key] = state }

    /// The version that a stream will have when the scope's events so far are recorded; `nil` if the stream was not
    /// read.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The folded version plus the number of the scope's events for the stream.
    public func version(of stream: StreamName) -> StreamVersion? {
        versions[stream].map { $0 + added[stream, default: 0] }
    }
}

extension RecordedEvent {
    /// A preview of an event that is not recorded yet.
    ///
    /// Fields that are not known yet have placeholder values.
    fileprivate init(_ entry: Commit.Entry, at position: Position, version: StreamVersion) {
        let event = entry.event
        let time = event.time ?? .earliest
        self.init(
            position: position, stream: entry.stream, version: version, id: event.id ?? EventID(high: 0, low: 0),
            type: event.type, schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data,
            metadata: event.metadata, isLastOfCommit: false)
    }
}
