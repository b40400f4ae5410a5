/// What a decision is based on: a state, and the query and streams that it was folded from, so that changes are
/// detected.
public struct DecisionBasis<State> {
    /// The state.
    public internal(set) var state: State

    /// The position up to which the log was read.
    public let position: Position

    /// The query whose events were folded; `nil` if only streams were.
    public let query: Query?

    /// The streams that were folded, each with its version at ``position``.
    public private(set) var streams: [AppendResult.StreamState]

    /// Records the version of the event's stream, if the stream was folded.
    mutating func note(_ event: RecordedEvent) {
        // Other streams were found by the query, and are covered by its condition.
        guard let index = streams.firstIndex(where: { $0.stream == event.stream }) else { return }
        streams[index] = AppendResult.StreamState(stream: event.stream, version: event.version)
    }

    /// Creates a commit that takes effect only if nothing that the state was folded from has changed.
    ///
    /// - Parameter entries: The events with their streams.
    /// - Returns: The commit, with expectations, checks and an append condition.
    public func commit(_ entries: [Commit.Entry]) -> Commit {
        let written = Set(entries.map(\.stream))
        var commit = Commit(entries: entries)
        for folded in streams {
            let guarded = Commit.Guard(stream: folded.stream, expectation: .exact(folded.version))
            if written.contains(folded.stream) {
                commit.expectations.append(guarded)
            } else {
                commit.checks.append(guarded)
            }
        }
        if let query { commit.conditions = [AppendCondition(failIfEventsMatch: query, after: position)] }
        return commit
    }
}

extension DecisionBasis: Sendable where State: Sendable {}
