internal import DomainKit

/// Decisions on several things that take effect together: all of them or none.
///
/// ``EventStore/decide(retrying:_:)`` makes one, appends what was decided in one commit, and makes another on conflict.
///
/// Everything is read as it stood at one ``position`` of the log, so what one decision rests on fits what the others rest
/// on. Whatever was read must be unchanged when the commit is written: a stream that was read and is written is expected at
/// the version that was folded, one that was only read is checked, and a query becomes an ``AppendCondition``. A later
/// decision sees what earlier ones of the scope have decided.
///
/// A query that the scope has asked for does not find the scope's own events when the commit is judged, but it does when
/// the scope asks again.
public struct DecisionScope: ~Copyable {
    /// Up to where the log is looked at: its head at the moment when the attempt began.
    public let position: Position

    let store: any EventStore

    /// What is to be appended so far, with the rules that were given and not those that follow from reading.
    private(set) var commit = Commit(entries: [])

    /// The entries of the commit as a codec reads them and a query finds them.
    private(set) var decided: [RecordedEvent] = []

    private var versions: [StreamName: StreamVersion] = [:]
    private var added: [StreamName: StreamVersion] = [:]
    private var reads: [AppendResult.StreamState] = []
    private var queries: [Query] = []
    private var states: [StateKey: any Sendable] = [:]

    init(on store: any EventStore) async throws {
        self.store = store
        position = try await store.head()
    }

    /// Appends events that no decider has decided.
    ///
    /// - Parameters:
    ///   - events: The events, in order, behind those of the scope so far.
    ///   - stream: The stream.
    ///   - expectation: What its version must be, apart from the events of the scope.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the expectation contradicts an
    ///   earlier one.
    public mutating func append(
        _ events: [EventData], to stream: StreamName, expecting expectation: Expectation = .any
    ) throws(EventStoreError) {
        try add(Commit(events, to: stream, expecting: expectation))
    }

    /// Adds a commit: its events behind those of the scope so far, its rules to theirs.
    ///
    /// - Parameter commit: The commit; one without events adds its checks and conditions.
    /// - Throws: What adding commits throws, ``Commit/+(_:_:)``.
    public mutating func add(_ commit: Commit) throws(EventStoreError) {
        let hasRules = !commit.expectations.isEmpty || !commit.checks.isEmpty || !commit.conditions.isEmpty
        // Events alone change no rule: what is written is looked at once, when the scope is finished.
        if hasRules { try self.commit += commit } else { self.commit.entries += commit.entries }
        for entry in commit.entries {
            added[entry.stream, default: 0] += 1
            let version = (versions[entry.stream] ?? 0) + added[entry.stream, default: 0]
            decided.append(RecordedEvent(entry, at: position + Position(decided.count) + 1, version: version))
        }
    }

    /// Notes that what is decided rests on a stream as it was folded.
    mutating func note(_ stream: StreamName, at version: StreamVersion) {
        guard versions.updateValue(version, forKey: stream) == nil else { return }
        reads.append(AppendResult.StreamState(stream: stream, version: version))
    }

    /// Notes that what is decided rests on what a query finds.
    mutating func note(_ query: Query) {
        if !queries.contains(query) { queries.append(query) }
    }

    /// The events that the scope appends, as a commit that takes effect where nothing has changed of what was read.
    ///
    /// - Returns: The commit; `nil` where nothing is to be appended.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/conflict`` where a stream that was read is not as the
    ///   scope was asked to expect it.
    consuming func finished() throws(EventStoreError) -> (commit: Commit?, reads: [AppendResult.StreamState]) {
        guard !commit.isEmpty else { return (nil, reads) }
        var violations: [Violation] = []
        for guarded in commit.expectations {
            guard let version = versions[guarded.stream], !guarded.expectation.holds(at: version) else { continue }
            violations.append(.expectation(stream: guarded.stream, expected: guarded.expectation, actual: version))
        }
        for guarded in commit.checks {
            guard let version = versions[guarded.stream], !guarded.expectation.holds(at: version) else { continue }
            violations.append(.check(stream: guarded.stream, expected: guarded.expectation, actual: version))
        }
        guard violations.isEmpty else { throw .conflict(violations) }
        let rules = Commit(
            entries: [],
            checks: reads.map { Commit.Guard(stream: $0.stream, expectation: .exact($0.version)) },
            conditions: queries.map { AppendCondition(failIfEventsMatch: $0, after: position) })
        return (try commit + rules, reads)
    }
}

extension DecisionScope {
    /// By what a state is found that was folded before.
    struct StateKey: Hashable {
        let stream: StreamName
        let model: ObjectIdentifier
        let codec: ObjectIdentifier
    }

    /// A state that was folded, with so many of the scope's own events looked at.
    struct FoldedState<State: Sendable>: Sendable {
        var state: State
        var decided = 0
    }

    /// The state that was folded before, if any.
    func folded<State>(_ key: StateKey) -> FoldedState<State>? { states[key] as? FoldedState<State> }

    /// Keeps a state for the next decision on it.
    mutating func keep<State>(_ state: FoldedState<State>, for key: StateKey) { states[key] = state }

    /// The version of a stream as it will be when the scope's events so far are recorded; `nil` for one that was not read.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The version that was folded, and as many more as there are events for it.
    public func version(of stream: StreamName) -> StreamVersion? {
        versions[stream].map { $0 + added[stream, default: 0] }
    }
}

extension RecordedEvent {
    /// An event that is yet to be recorded, as far as that can be known.
    fileprivate init(_ entry: Commit.Entry, at position: Position, version: StreamVersion) {
        let event = entry.event
        let time = event.time ?? .earliest
        self.init(
            position: position, stream: entry.stream, version: version, id: event.id ?? EventID(high: 0, low: 0),
            type: event.type, schema: event.schema, time: time, recordedAt: time, tags: event.tags, data: event.data,
            metadata: event.metadata, isLastOfCommit: false)
    }
}
