public import DomainKit

/// Decisions based on the events that match a query, in any number of streams (Dynamic Consistency Boundary).
///
/// ```swift
/// let vouchers = Decisions<VoucherDecider>(in: store)
/// try await vouchers.execute(.redeem("X1"), over: .tagged("voucher:X1"), appendingTo: "order-42")
/// ```
///
/// `execute` folds the events into a state, calls the decider, and appends the decided events with an append
/// condition: no new event may match the query. The query is the consistency boundary, chosen for each decision. On
/// conflict, it folds and decides again, as often as the caller's `ConflictRetry` allows. If nothing is decided,
/// nothing is appended. The events carry the task's ``EventContext``.
///
/// A decision may also be based on whole streams, which a query cannot name: each must still be at the folded
/// version. For a decision based on a single stream use ``Aggregates``; to make several decisions in one commit use a
/// ``DecisionScope``.
///
/// State and position come from one consistent snapshot. The head of the log is read first, and no event after it is
/// folded. Recorded events never change, so the state includes every event up to that position, and the append
/// condition covers every event after it.
///
/// Threading: may be shared between tasks.
public struct Decisions<Model: Decider>: Sendable {
    let store: any EventStore
    let codec: any EventCodec<Model.Event>
    let time: any TimeSource
    private let evolve = Evolution<Model>()

    /// Creates decisions on a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - codec: The codec of the model's events. It is called for every event that the query matches, from streams
    ///     of any kind.
    ///   - time: The clock.
    public init(
        in store: any EventStore, codec: any EventCodec<Model.Event>, time: any TimeSource = SystemTimeSource()
    ) {
        self.store = store
        self.codec = codec
        self.time = time
    }

    /// Folds events in the order of the log, up to the current head.
    ///
    /// - Parameters:
    ///   - query: The events to fold; `nil` to fold only those of the streams.
    ///   - streams: Streams whose events are folded too. An event that also matches the query is folded once.
    /// - Returns: The state, and what it was folded from.
    /// - Throws: ``EventDecodingError``; errors of the store.
    /// - Complexity: O(*n*) in the events that are folded.
    public func basis(over query: Query?, and streams: [StreamName] = []) async throws -> DecisionBasis<Model.State> {
        try await basis(over: query, and: streams, in: store, upTo: store.head())
    }

    /// Folds events in the order of the log, up to a position that is not beyond the head.
    func basis(
        over query: Query?, and streams: [StreamName], in store: any EventStore, upTo position: Position
    ) async throws -> DecisionBasis<Model.State> {
        var basis = DecisionBasis(
            state: Model.initialState, position: position, query: query,
            streams: streams.map { AppendResult.StreamState(stream: $0, version: 0) })
        // An event may be in a stream and match the query: merging folds it once, in log order.
        let sequences = streams.map { store.read($0) } + (query.map { [store.readLog(matching: $0)] } ?? [])
        var events = MergedEvents(sequences)
        while let recorded = try await events.next(upTo: position) {
            if let event = try codec.decode(recorded) { evolve(&basis.state, event, recorded) }
            basis.note(recorded)
        }
        return basis
    }

    /// Decides a command, and appends each decided event to the stream that a closure chooses.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision is based on; `nil` for only those of the streams.
    ///   - streams: Streams that it is based on too.
    ///   - retry: The retry policy for conflicts.
    ///   - stream: Called with each decided event. Returns the stream to append it to.
    /// - Returns: The decision.
    /// - Throws: The decider's failure if the command is refused; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/conflict`` if the last attempt met a conflict too; otherwise errors of
    ///   ``basis(over:and:)`` and of the store.
    @discardableResult
    public func execute(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [],
        retrying retry: ConflictRetry = ConflictRetry(), appendingTo stream: (Model.Event) -> StreamName
    ) async throws -> Decision<Model.Event> {
        try await retry {
            let basis = try await basis(over: query, and: streams)
            let events = try Model.decide(command, basis.state)
            guard !events.isEmpty else { return Decision(basedOn: basis) }
            let data = try codec.data(of: events, at: time.now())
            let commit = basis.commit(zip(events, data).map { Commit.Entry(stream: stream($0), event: $1) })
            return Decision(events, basedOn: basis, recordedAs: try await store.append(commit))
        }
    }

    /// Decides a command, and appends the decided events to one stream.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision is based on; `nil` for only those of the streams.
    ///   - streams: Streams that it is based on too.
    ///   - retry: The retry policy for conflicts.
    ///   - stream: The stream to append the events to.
    /// - Returns: The decision.
    /// - Throws: The decider's failure if the command is refused; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/conflict`` if the last attempt met a conflict too; otherwise errors of
    ///   ``basis(over:and:)`` and of the store.
    @discardableResult
    public func execute(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [],
        retrying retry: ConflictRetry = ConflictRetry(), appendingTo stream: StreamName
    ) async throws -> Decision<Model.Event> {
        try await execute(command, over: query, and: streams, retrying: retry) { _ in stream }
    }
}
