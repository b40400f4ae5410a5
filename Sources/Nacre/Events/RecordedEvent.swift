public import DomainKit

/// An event as the log holds it: immutable, at its position.
public struct RecordedEvent: Hashable, Sendable {
    /// The 1-based ordinal in the whole log.
    public let position: Position

    /// The stream that it belongs to.
    public let stream: StreamName

    /// The 1-based ordinal in its stream.
    public let version: StreamVersion

    /// The id: the caller's, or one that the store made.
    public let id: EventID

    /// What kind of fact it is.
    public let type: EventType

    /// The schema number of `data`.
    public let schema: Int

    /// When it happened.
    public let time: Instant

    /// When the store recorded it; never decreases along the log.
    public let recordedAt: Instant

    /// The tags, in the order in which they were given.
    public let tags: [Tag]

    /// The payload, byte for byte.
    public let data: [UInt8]

    /// The metadata, byte for byte.
    public let metadata: [UInt8]

    /// Whether it is the last event of its commit.
    public let isLastOfCommit: Bool

    /// Makes a recorded event of its parts, for stores.
    public init(
        position: Position, stream: StreamName, version: StreamVersion, id: EventID, type: EventType, schema: Int,
        time: Instant, recordedAt: Instant, tags: [Tag], data: [UInt8], metadata: [UInt8], isLastOfCommit: Bool
    ) {
        self.position = position
        self.stream = stream
        self.version = version
        self.id = id
        self.type = type
        self.schema = schema
        self.time = time
        self.recordedAt = recordedAt
        self.tags = tags
        self.data = data
        self.metadata = metadata
        self.isLastOfCommit = isLastOfCommit
    }
}
