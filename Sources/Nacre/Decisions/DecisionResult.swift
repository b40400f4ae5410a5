/// The result of ``EventStore/decide(retrying:_:)``, and its position in the log.
public struct DecisionResult<Value> {
    /// What the body returned.
    public let value: Value

    /// The position to wait for to read your own writes.
    ///
    /// It is the position of the last event, or, if nothing was decided, the position up to which the log was read.
    public let position: Position

    private let streams: [AppendResult.StreamState]

    /// Creates the result of decisions that append nothing.
    init(_ value: Value, basedOn reads: [AppendResult.StreamState], upTo position: Position) {
        self.value = value
        self.position = position
        streams = reads
    }

    /// Creates the result of decisions that were recorded.
    init(_ value: Value, basedOn reads: [AppendResult.StreamState], recordedAs result: AppendResult) {
        self.value = value
        position = result.lastPosition
        streams = result.streams + reads
    }

    /// The version of a stream after the decisions.
    ///
    /// - Parameter stream: A stream that the decisions were appended to or are based on.
    /// - Returns: Its version; `nil` for any other stream.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}

extension DecisionResult: Sendable where Value: Sendable {}
