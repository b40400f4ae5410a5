package import Nacre

extension EventStore {
    /// The version that a stream had after the event at a position.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - position: The position.
    /// - Returns: The version of its last event up to there; 0 if there is none.
    /// - Throws: `EventStoreError` if the log cannot be read.
    /// - Complexity: O(log *n*) in the events of the stream.
    package func version(of stream: StreamName, upTo position: Position) async throws -> StreamVersion {
        // The positions of a stream rise with its versions.
        var (low, high) = (0 as StreamVersion, try await version(of: stream))
        while low < high {
            let middle = high - (high - low) / 2
            let event = try await read(stream, .forward(after: middle - 1), limit: 1).first()
            if let event, event.position <= position { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
