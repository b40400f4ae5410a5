public import DomainKit

/// Decisions that rest on the events that a query finds, in whichever streams they are.
///
/// ```swift
/// let vouchers = Decisions<VoucherDecider>(in: store, codec: VoucherEventCodec())
/// try await vouchers.execute(.redeem, over: .tagged("voucher:X1"), appendingTo: "order-42")
/// ```
///
/// `execute` folds the events into a state, lets the decider decide, and appends what was decided on the condition that
/// no other event has come since that the query would have found: the boundary of consistency is the query's, drawn anew
/// for each decision. Where one has come, it folds and decides again, as often as the caller's `ConflictRetry` allows.
/// Where nothing is decided, nothing is appended. The events carry the task's ``EventContext``.
///
/// A decision may rest on whole streams as well, which a query cannot name: each must then still be at the version that
/// was folded. One that rests on a single stream alone is better made by ``Aggregates``; several decisions that take
/// effect together are made in a ``DecisionScope``.
///
/// State and position come from one snapshot. The head of the log is read first, and nothing behind it is folded. So the
/// state knows every event up to that position, since what is recorded up to a position never changes; and the append
/// fails on any behind it, since that is where the condition begins.
///
/// Threading: may be shared between tasks.
public struct Decisions<Model: Decider>: Sendable {
    let store: any EventStore
    let codec: any EventCodec<Model.Event>
    let time: any TimeSource
    private let evolve = Evolution<Model>()

    /// Makes decisions on a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - codec: What turns the model's events into the log's; it is asked about all that the query finds, from streams
    ///     of any kind.
    ///   - time: What says when something happens.
    public init(
        in store: any EventStore, codec: any EventCodec<Model.Event>, time: any TimeSource = SystemTimeSource()
    ) {
        self.store = store
        self.codec = codec
        self.time = time
    }

    /// Folds events in the order of the log, up to its head of this moment.
    ///
    /// - Parameters:
    ///   - query: Which events; `nil` for none but those of the streams.
    ///   - streams: Streams whose events are folded too; an event that the query finds as well is folded once.
    /// - Returns: The state, and what it was folded from.
    /// - Throws: ``EventDecodingError``, and what the store throws.
    /// - Complexity: O(*n*) in the events that are folded.
    public func basis(over query: Query?, and streams: [StreamName] = []) async throws -> DecisionBasis<Model.State> {
        try await basis(over: query, and: streams, in: store, upTo: store.head())
    }

    /// Folds events in the order of the log, up to a position that it has reached.
    func basis(
        over query: Query?, and streams: [StreamName], in store: any EventStore, upTo position: Position
    ) async throws -> DecisionBasis<Model.State> {
        var basis = DecisionBasis(
            state: Model.initialState, position: position, query: query,
            streams: streams.map { AppendResult.StreamState(stream: $0, version: 0) })
        let sequences = streams.map { store.read($0) } + (query.map { [store.readLog(matching: $0)] } ?? [])
        var events = MergedEvents(sequences)
        while let recorded = try await events.next(upTo: position) {
            if let event = try codec.decode(recorded) { evolve(&basis.state, event, recorded) }
            basis.note(recorded)
        }
        return basis
    }

    /// Decides a command, and appends what is decided to streams that the events tell.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision rests on; `nil` for none but those of the streams.
    ///   - streams: Streams whose events it rests on too.
    ///   - retry: How often a conflict is met with another attempt.
    ///   - stream: The stream that an event goes to.
    /// - Returns: What was decided.
    /// - Throws: The decider's failure where the command is refused; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/conflict`` where the last attempt met one too; otherwise what ``basis(over:and:)`` and the store throw.
    @discardableResult
    public func execute(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [],
        retrying retry: ConflictRetry = ConflictRetry(), appendingTo stream: (Model.Event) -> StreamName
    ) async throws -> Decision<Model.Event> {
        try await retry {
            let basis = try await basis(over: query, and: streams)
            let events = try Model.decide(command, basis.state)
            guard !events.isEmpty else { return Decision(restingOn: basis) }
            let data = try codec.data(of: events, at: time.now())
            let commit = basis.commit(zip(events, data).map { Commit.Entry(stream: stream($0), event: $1) })
            return Decision(events, restingOn: basis, recordedAs: try await store.append(commit))
        }
    }

    /// Decides a command, and appends what is decided to one stream.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision rests on; `nil` for none but those of the streams.
    ///   - streams: Streams whose events it rests on too.
    ///   - retry: How often a conflict is met with another attempt.
    ///   - stream: The stream that the events go to.
    /// - Returns: What was decided.
    /// - Throws: The decider's failure where the command is refused; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/conflict`` where the last attempt met one too; otherwise what ``basis(over:and:)`` and the store throw.
    @discardableResult
    public func execute(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [],
        retrying retry: ConflictRetry = ConflictRetry(), appendingTo stream: StreamName
    ) async throws -> Decision<Model.Event> {
        try await execute(command, over: query, and: streams, retrying: retry) { _ in stream }
    }
}
