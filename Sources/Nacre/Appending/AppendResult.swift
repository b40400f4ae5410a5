/// What an append answers: where the events stand.
public struct AppendResult: Hashable, Sendable {
    /// The version of a stream after a commit.
    public struct StreamState: Hashable, Sendable {
        /// The stream.
        public let stream: StreamName

        /// Its version after the commit.
        public let version: StreamVersion

        /// Makes a stream state of its parts.
        public init(stream: StreamName, version: StreamVersion) {
            self.stream = stream
            self.version = version
        }
    }

    // New events stand in one run of positions; only a repeat can find its events scattered over the log. Keeping the
    // run as two numbers spares every append an array.
    private enum Places: Hashable, Sendable {
        case run(first: Position, last: Position)
        case scattered([Position])
    }

    private let places: Places

    /// The version of each stream that the commit wrote, in the order in which the commit named them first.
    public let streams: [StreamState]

    /// Whether all events were recorded before, under the same ids: nothing was written.
    public let wasAlreadyCommitted: Bool

    /// Answers for events that were appended now.
    public init(firstPosition: Position, lastPosition: Position, streams: [StreamState]) {
        places = .run(first: firstPosition, last: lastPosition)
        self.streams = streams
        wasAlreadyCommitted = false
    }

    /// Answers for events that were recorded already, at these positions in the order of the commit's list.
    public init(alreadyCommittedAt positions: [Position], streams: [StreamState]) {
        places = .scattered(positions)
        self.streams = streams
        wasAlreadyCommitted = true
    }

    /// The position of each event, in the order of the commit's list.
    ///
    /// - Complexity: O(*n*) in the number of events.
    public var positions: [Position] {
        switch places {
        case .run(let first, let last): [Position](first...last)
        case .scattered(let positions): positions
        }
    }

    /// The highest of the positions: what to wait for to read one's own write.
    public var lastPosition: Position {
        switch places {
        case .run(_, let last): last
        case .scattered(let positions): positions.max() ?? 0
        }
    }

    /// The version of a stream after the commit, or `nil` where the commit did not write it.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}
