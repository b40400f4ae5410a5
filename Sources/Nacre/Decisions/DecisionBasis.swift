/// What a decision rests on: a state, and what it was folded from, so that a change of it is found.
public struct DecisionBasis<State> {
    /// The state.
    public internal(set) var state: State

    /// Up to where the log was looked at.
    public let position: Position

    /// Which events were folded, but those of whole streams; `nil` for none.
    public let query: Query?

    /// The streams that were folded, each with its version at ``position``.
    public private(set) var streams: [AppendResult.StreamState]

    /// Takes down how far the event's stream has come.
    mutating func note(_ event: RecordedEvent) {
        guard let index = streams.firstIndex(where: { $0.stream == event.stream }) else { return }
        streams[index] = AppendResult.StreamState(stream: event.stream, version: event.version)
    }

    /// A commit that takes effect where nothing has changed of what the state was folded from.
    ///
    /// - Parameter entries: The events, with the streams that they go to.
    /// - Returns: The commit.
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
