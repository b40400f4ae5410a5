public import DomainKit

extension Aggregates {
    /// Decides a command on an aggregate without appending, so that the caller can append the result together with
    /// other commits.
    ///
    /// Commits can be added: `try await accounts.commit(deciding: .withdraw(50), on: "ada") + …`. To retry several
    /// decisions as one, or if a later decision depends on an earlier one, use ``EventStore/decide(retrying:_:)``.
    ///
    /// - Parameters:
    ///   - command: The command to decide.
    ///   - id: The id of the aggregate.
    /// - Returns: The events, with the version that the decision is based on as their expectation. If nothing was
    ///   decided, the commit has no events (``Commit/isEmpty``) and checks that version, so that any commit to
    ///   which it is added still depends on the version.
    /// - Throws: The decider's failure if the command is refused; ``EventDecodingError``; errors of ``load(_:)`` and
    ///   of the store.
    /// - Complexity: O(*n*) in the events of the stream, or in those after the last snapshot if there is one.
    public func commit(deciding command: Model.Command, on id: String) async throws -> Commit {
        let loaded = try await load(id)
        return try commit(try Model.decide(command, loaded.state), to: id, expecting: loaded.version)
    }

    /// The commit that appends the events; a check of the version if there are none.
    func commit(_ events: [Model.Event], to id: String, expecting version: StreamVersion) throws -> Commit {
        let stream = try stream(found: id)
        guard !events.isEmpty else {
            // The decision still depends on the version; added to another commit, it is checked.
            return Commit(entries: [], checks: [Commit.Guard(stream: stream, expectation: .exact(version))])
        }
        return try Commit(data(of: events), to: stream, expecting: .exact(version))
    }

    /// Encodes the events with the task's context and the current time, behind a number of events of the same commit.
    func data(of events: [Model.Event], behind count: Int = 0) throws -> [EventData] {
        try codec.data(of: events, at: time.now(), behind: count)
    }
}
