/// The result of a decision, and its position in the log.
public struct Decision<Event: Sendable>: Sendable {
    /// The decided events, in order; empty if nothing was decided.
    public let events: [Event]

    /// The position to wait for to read your own writes: that of the last event, or, if nothing was decided, the
    /// position up to which the log was read.
    public let position: Position

    private let streams: [AppendResult.StreamState]

    /// Creates the result of a decision that appends nothing.
    init(basedOn basis: DecisionBasis<some Any>) {
        events = []
        position = basis.position
        streams = basis.streams
    }

    /// Creates the result of a decision that was recorded.
    init(_ events: [Event], basedOn basis: DecisionBasis<some Any>, recordedAs result: AppendResult) {
        self.events = events
        position = result.lastPosition
        streams = result.streams + basis.streams
    }

    /// The version of a stream after the decision.
    ///
    /// - Parameter stream: A stream that the decision was appended to or is based on.
    /// - Returns: Its version; `nil` for any other stream.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}
