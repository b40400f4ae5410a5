public import DomainKit

extension Aggregates {
    /// Decides a command on a thing, and appends nothing: for a caller that appends what was decided together with
    /// something else.
    ///
    /// Commits can be added: `try await accounts.commit(deciding: .withdraw(50), on: "ada") + …`. Where several decisions
    /// are to be retried as one, or a later one rests on an earlier one, use ``EventStore/decide(retrying:_:)``.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The thing.
    /// - Returns: The events, expecting the version that the decision rests on. Where nothing is decided, the commit has no
    ///   events (``Commit/isEmpty``) and checks that version, so that what it is added to still rests on it.
    /// - Throws: The decider's failure where the command is refused; ``EventDecodingError``, and what ``load(_:)`` and the
    ///   store throw.
    /// - Complexity: O(*n*) in the events of the stream, those behind the last snapshot where there is one.
    public func commit(deciding command: Model.Command, on id: String) async throws -> Commit {
        let loaded = try await load(id)
        return try commit(try Model.decide(command, loaded.state), to: id, expecting: loaded.version)
    }

    /// What is to be appended of events; a check of the version where there are none.
    func commit(_ events: [Model.Event], to id: String, expecting version: StreamVersion) throws -> Commit {
        let stream = try stream(found: id)
        guard !events.isEmpty else {
            return Commit(entries: [], checks: [Commit.Guard(stream: stream, expectation: .exact(version))])
        }
        return try Commit(data(of: events), to: stream, expecting: .exact(version))
    }

    /// Writes down what was decided, in the context of the task, at this moment.
    func data(of events: [Model.Event]) throws -> [EventData] {
        try codec.data(of: events, at: time.now())
    }
}
