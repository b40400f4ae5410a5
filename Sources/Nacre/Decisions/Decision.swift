/// What was decided, and where it stands in the log.
public struct Decision<Event: Sendable>: Sendable {
    /// What has happened, in order; empty where nothing was decided.
    public let events: [Event]

    /// Up to where the log knows of the decision: the position of its last event, or, where nothing was decided, that up
    /// to which the log was looked at.
    public let position: Position

    private let streams: [AppendResult.StreamState]

    /// The decision that nothing happens.
    init(restingOn basis: DecisionBasis<some Any>) {
        events = []
        position = basis.position
        streams = basis.streams
    }

    /// A decision that was recorded.
    init(_ events: [Event], restingOn basis: DecisionBasis<some Any>, recordedAs result: AppendResult) {
        self.events = events
        position = result.lastPosition
        streams = result.streams + basis.streams
    }

    /// The version of a stream after the decision.
    ///
    /// - Parameter stream: A stream that the decision was appended to, or that it rests on.
    /// - Returns: Its version; `nil` for any other.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}
