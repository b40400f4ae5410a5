/// What ``EventStore/decide(retrying:_:)`` came to, and where it stands in the log.
public struct Decided<Value> {
    /// What the body returned.
    public let value: Value

    /// Up to where the log knows of the decisions: what to wait for to read one's own write.
    ///
    /// It is the position of the last event, or, where nothing was decided, that up to which the log was looked at.
    public let position: Position

    private let streams: [AppendResult.StreamState]

    /// Nothing was to be appended.
    init(_ value: Value, restingOn reads: [AppendResult.StreamState], upTo position: Position) {
        self.value = value
        self.position = position
        streams = reads
    }

    /// What was decided was recorded.
    init(_ value: Value, restingOn reads: [AppendResult.StreamState], recordedAs result: AppendResult) {
        self.value = value
        position = result.lastPosition
        streams = result.streams + reads
    }

    /// The version of a stream after the decisions.
    ///
    /// - Parameter stream: A stream that they were appended to, or that they rest on.
    /// - Returns: Its version; `nil` for any other.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}

extension Decided: Sendable where Value: Sendable {}
