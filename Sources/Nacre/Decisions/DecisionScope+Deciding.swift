public import DomainKit

extension DecisionScope {
    /// Folds the events of a thing, those that the scope has decided included.
    ///
    /// The commit then rests on the thing, whether or not it writes it.
    ///
    /// - Parameters:
    ///   - id: The thing.
    ///   - aggregates: The things of its kind.
    /// - Returns: Its state, and the version that its stream will have with the scope's events so far.
    /// - Throws: What ``Aggregates/load(_:)`` throws; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/invalidArgument`` where the aggregates are of another store.
    /// - Complexity: O(*n*) in the events of the stream the first time, in those of the scope afterwards.
    public mutating func load<Model>(
        _ id: String, in aggregates: Aggregates<Model>
    ) async throws -> Versioned<Model.State> {
        try requireOwn(aggregates.store)
        let stream = try aggregates.stream(found: id)
        let key = StateKey(
            stream: stream, model: ObjectIdentifier(Model.self), codec: ObjectIdentifier(type(of: aggregates.codec)))
        var folded: FoldedState<Model.State>
        if let known: FoldedState<Model.State> = self.folded(key) {
            folded = known
        } else {
            let loaded = try await aggregates.load(stream, from: store, upTo: position)
            note(stream, at: loaded.version)
            folded = FoldedState(state: loaded.state)
        }
        for recorded in decided[folded.decided...] where recorded.stream == stream {
            if let event = try aggregates.codec.decode(recorded) { Model.evolve(&folded.state, event) }
        }
        folded.decided = decided.count
        keep(folded, for: key)
        return Versioned(state: folded.state, version: version(of: stream) ?? 0)
    }

    /// Decides a command on a thing, and adds what is decided to the commit.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The thing.
    ///   - aggregates: The things of its kind.
    /// - Returns: What was decided; none where the state is as the command wants it already.
    /// - Throws: The decider's failure where the command is refused; what ``load(_:in:)`` throws.
    /// - Complexity: That of ``load(_:in:)``.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, on id: String, in aggregates: Aggregates<Model>
    ) async throws -> [Model.Event] {
        let events = try Model.decide(command, await load(id, in: aggregates).state)
        try append(aggregates.data(of: events), to: aggregates.stream(of: id))
        return events
    }

    /// Folds the events that a query finds, in the order of the log, those that the scope has decided included.
    ///
    /// The commit then rests on the query finding nothing else.
    ///
    /// - Parameters:
    ///   - query: Which events; `nil` for none but those of the streams.
    ///   - streams: Streams whose events are folded too; an event that the query finds as well is folded once.
    ///   - decisions: What folds them.
    /// - Returns: The state.
    /// - Throws: What ``Decisions/basis(over:and:)`` throws; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/invalidArgument`` where the decisions are of another store.
    /// - Complexity: O(*n*) in the events that are folded.
    public mutating func load<Model>(
        over query: Query?, and streams: [StreamName] = [], in decisions: Decisions<Model>
    ) async throws -> Model.State {
        try requireOwn(decisions.store)
        let basis = try await decisions.basis(over: query, and: streams, in: store, upTo: position)
        for read in basis.streams { note(read.stream, at: read.version) }
        if let query { note(query) }
        var state = basis.state
        for recorded in decided where query?.matches(recorded) == true || streams.contains(recorded.stream) {
            if let event = try decisions.codec.decode(recorded) { Model.evolve(&state, event) }
        }
        return state
    }

    /// Decides a command over what a query finds, and adds what is decided to the commit.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision rests on; `nil` for none but those of the streams.
    ///   - streams: Streams whose events it rests on too.
    ///   - decisions: What folds them.
    ///   - stream: The stream that an event goes to.
    /// - Returns: What was decided; none where the state is as the command wants it already.
    /// - Throws: The decider's failure where the command is refused; what ``load(over:and:in:)`` throws.
    /// - Complexity: O(*n*) in the events that are folded.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [], in decisions: Decisions<Model>,
        appendingTo stream: (Model.Event) -> StreamName
    ) async throws -> [Model.Event] {
        let events = try Model.decide(command, await load(over: query, and: streams, in: decisions))
        let data = try decisions.codec.data(of: events, at: decisions.time.now())
        try add(Commit(entries: zip(events, data).map { Commit.Entry(stream: stream($0), event: $1) }))
        return events
    }

    /// Decides a command over what a query finds, and adds what is decided to the commit, for one stream.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision rests on; `nil` for none but those of the streams.
    ///   - streams: Streams whose events it rests on too.
    ///   - decisions: What folds them.
    ///   - stream: The stream that the events go to.
    /// - Returns: What was decided; none where the state is as the command wants it already.
    /// - Throws: The decider's failure where the command is refused; what ``load(over:and:in:)`` throws.
    /// - Complexity: O(*n*) in the events that are folded.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [], in decisions: Decisions<Model>,
        appendingTo stream: StreamName
    ) async throws -> [Model.Event] {
        try await execute(command, over: query, and: streams, in: decisions) { _ in stream }
    }

    /// Whether a query finds any event, one that the scope has decided included.
    ///
    /// The commit then rests on the query finding nothing else: where the answer is `false`, on there being no such event.
    ///
    /// - Parameter query: Which events.
    /// - Returns: Whether there is one.
    /// - Throws: What the store throws.
    public mutating func contains(_ query: Query) async throws -> Bool {
        note(query)
        if decided.contains(where: query.matches) { return true }
        for try await first in store.readLog(.forward(), matching: query, limit: 1) {
            return first.position <= position
        }
        return false
    }

    private func requireOwn(_ other: any EventStore) throws(EventStoreError) {
        guard other.id == store.id else {
            throw .invalid(
                """
                decisions of store \(other.id) cannot be part of a commit to store \(store.id): make them on the store that \
                decides
                """)
        }
    }
}
