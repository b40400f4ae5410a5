/// The result of an append: the positions and stream versions of its events.
public struct AppendResult: Hashable, Sendable {
    /// The version of a stream after a commit.
    public struct StreamState: Hashable, Sendable {
        /// The stream.
        public let stream: StreamName

        /// The version of the stream after the commit.
        public let version: StreamVersion

        /// Creates a stream state from its parts.
        public init(stream: StreamName, version: StreamVersion) {
            self.stream = stream
            self.version = version
        }
    }

    // New events have consecutive positions; only an idempotent repeat can have scattered ones. Two numbers
    // avoid an array in every append.
    private enum Places: Hashable, Sendable {
        case run(first: Position, last: Position)
        case scattered([Position])
    }

    private let places: Places

    /// The version of each stream that the commit wrote, in the order in which the commit first names them.
    public let streams: [StreamState]

    /// Whether all events were already recorded under the same ids, so that nothing was written.
    public let wasAlreadyCommitted: Bool

    /// Creates the result of an append that wrote its events.
    public init(firstPosition: Position, lastPosition: Position, streams: [StreamState]) {
        places = .run(first: firstPosition, last: lastPosition)
        self.streams = streams
        wasAlreadyCommitted = false
    }

    /// Creates the result of an append whose events were already recorded, with their positions in the order of the
    /// commit's entries.
    public init(alreadyCommittedAt positions: [Position], streams: [StreamState]) {
        places = .scattered(positions)
        self.streams = streams
        wasAlreadyCommitted = true
    }

    /// The position of each event, in the order of the commit's entries.
    ///
    /// - Complexity: O(*n*) in the number of events.
    public var positions: [Position] {
        switch places {
        case .run(let first, let last): [Position](first...last)
        case .scattered(let positions): positions
        }
    }

    /// The highest position.
    ///
    /// Wait for it to read your own writes.
    public var lastPosition: Position {
        switch places {
        case .run(_, let last): last
        case .scattered(let positions): positions.max() ?? 0
        }
    }

    /// The version of a stream after the commit, or `nil` if the commit did not write it.
    public func version(of stream: StreamName) -> StreamVersion? {
        streams.first { $0.stream == stream }?.version
    }
}
