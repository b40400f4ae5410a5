package import Nacre

/// The answer of another process to an append.
package struct PeerAnswer: Codable, Sendable {
    struct StreamState: Codable, Sendable {
        let stream: String
        let version: StreamVersion
    }

    let positions: [Position]
    let streams: [StreamState]
    let wasAlreadyCommitted: Bool

    /// The code of the error, if there was one.
    public let errorCode: String?

    /// The message of the error, if there was one.
    public let errorMessage: String?

    package init(_ result: AppendResult) {
        positions = result.positions
        streams = result.streams.map { StreamState(stream: $0.stream.text, version: $0.version) }
        wasAlreadyCommitted = result.wasAlreadyCommitted
        errorCode = nil
        errorMessage = nil
    }

    package init(_ error: EventStoreError) {
        positions = []
        streams = []
        wasAlreadyCommitted = false
        errorCode = error.code.description
        errorMessage = error.message
    }

    /// The result, or the error that the other process received.
    package func result() throws(EventStoreError) -> AppendResult {
        if let errorCode {
            let codes: [EventStoreError.Code] = [
                .invalidArgument, .reservedStream, .conflict, .idempotencyMismatch, .appendsStopped, .damaged,
                .cannotCreate,
            ]
            throw EventStoreError(
                codes.first { $0.description == errorCode } ?? .inputOutput, errorMessage ?? errorCode)
        }
        let states = streams.map { AppendResult.StreamState(stream: StreamName($0.stream), version: $0.version) }
        guard !wasAlreadyCommitted, let first = positions.first, let last = positions.last else {
            return AppendResult(alreadyCommittedAt: positions, streams: states)
        }
        return AppendResult(firstPosition: first, lastPosition: last, streams: states)
    }
}
