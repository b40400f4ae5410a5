public import DomainKit

extension DecisionScope {
    /// Folds the events of an aggregate, including those that the scope has decided.
    ///
    /// The commit then depends on the aggregate, whether or not it writes it.
    ///
    /// - Parameters:
    ///   - id: The id of the aggregate.
    ///   - aggregates: The aggregates of its kind.
    /// - Returns: The state, and the version that the stream will have with the scope's events so far.
    /// - Throws: Errors of ``Aggregates/load(_:)``; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/invalidArgument`` if the aggregates belong to another store.
    /// - Complexity: O(*n*) in the events of the stream the first time, in the events of the scope afterwards.
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
        // Events of this scope are not in the log yet. They have no position, so they are not folded as recorded ones.
        for recorded in decided[folded.decided...] where recorded.stream == stream {
            if let event = try aggregates.codec.decode(recorded) { Model.evolve(&folded.state, event) }
        }
        folded.decided = decided.count
        keep(folded, for: key)
        return Versioned(state: folded.state, version: version(of: stream) ?? 0)
    }

    /// Decides a command on an aggregate, and adds the decided events to the commit.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The id of the aggregate.
    ///   - aggregates: The aggregates of its kind.
    /// - Returns: The decided events; none if the command changes nothing.
    /// - Throws: The decider's failure if the command is refused; errors of ``load(_:in:)``.
    /// - Complexity: That of ``load(_:in:)``.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, on id: String, in aggregates: Aggregates<Model>
    ) async throws -> [Model.Event] {
        let events = try Model.decide(command, await load(id, in: aggregates).state)
        try append(aggregates.data(of: events, behind: decided.count), to: aggregates.stream(of: id))
        return events
    }

    /// Folds the events that match a query, in the order of the log, including those that the scope has decided.
    ///
    /// The commit then depends on no new event matching the query.
    ///
    /// - Parameters:
    ///   - query: The events to fold; `nil` to fold only those of the streams.
    ///   - streams: Streams whose events are folded too. An event that also matches the query is folded once.
    ///   - decisions: The decisions to fold with.
    /// - Returns: The state.
    /// - Throws: Errors of ``Decisions/basis(over:and:)``; ``EventStoreError`` with code
    ///   ``EventStoreError/Code/invalidArgument`` if the decisions belong to another store.
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

    /// Decides a command on the events that match a query, and adds the decided events to the commit.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision is based on; `nil` for only those of the streams.
    ///   - streams: Streams that it is based on too.
    ///   - decisions: The decisions to fold with.
    ///   - stream: Called with each decided event. Returns the stream to append it to.
    /// - Returns: The decided events; none if the command changes nothing.
    /// - Throws: The decider's failure if the command is refused; errors of ``load(over:and:in:)``.
    /// - Complexity: O(*n*) in the events that are folded.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [], in decisions: Decisions<Model>,
        appendingTo stream: (Model.Event) -> StreamName
    ) async throws -> [Model.Event] {
        let events = try Model.decide(command, await load(over: query, and: streams, in: decisions))
        let data = try decisions.codec.data(of: events, at: decisions.time.now(), behind: decided.count)
        try add(Commit(entries: zip(events, data).map { Commit.Entry(stream: stream($0), event: $1) }))
        return events
    }

    /// Decides a command on the events that match a query, and adds the decided events to the commit, for one stream.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - query: The events that the decision is based on; `nil` for only those of the streams.
    ///   - streams: Streams that it is based on too.
    ///   - decisions: The decisions to fold with.
    ///   - stream: The stream to append the events to.
    /// - Returns: The decided events; none if the command changes nothing.
    /// - Throws: The decider's failure if the command is refused; errors of ``load(over:and:in:)``.
    /// - Complexity: O(*n*) in the events that are folded.
    @discardableResult
    public mutating func execute<Model>(
        _ command: Model.Command, over query: Query?, and streams: [StreamName] = [], in decisions: Decisions<Model>,
        appendingTo stream: StreamName
    ) async throws -> [Model.Event] {
        try await execute(command, over: query, and: streams, in: decisions) { _ in stream }
    }

    /// Whether any event matches a query, including those that the scope has decided.
    ///
    /// The commit then depends on no new event matching the query. If the result is `false`, the commit takes effect
    /// only if there is still no such event.
    ///
    /// - Parameter query: The events to look for.
    /// - Returns: Whether there is one.
    /// - Throws: Errors of the store.
    public mutating func contains(_ query: Query) async throws -> Bool {
        note(query)
        // The query is noted first: the decision depends on the answer, whichever it is.
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
                decisions of store \(other.id) cannot be part of a commit to store \(store.id): make all decisions of a scope on \
                one store
                """)
        }
    }
}
