public import DomainKit

/// An event as it is handed to a store: what happened, not yet where it stands in the log.
public struct EventData: Hashable, Sendable {
    /// The id, where the caller gives one; either all events of a commit carry ids, or none does.
    public var id: EventID?

    /// What kind of fact it is.
    public var type: EventType

    /// The schema number of `data`, 1 to 65,535.
    public var schema: Int

    /// When it happened; the moment of the append where it is `nil`.
    public var time: Instant?

    /// At most 64 tags, none of them twice; their order is kept.
    public var tags: [Tag]

    /// The payload: any bytes, at most 16 MiB, given back as they went in.
    public var data: [UInt8]

    /// Facts about the event rather than of it: any bytes, at most 64 KiB, by convention a JSON object or nothing.
    public var metadata: [UInt8]

    /// Makes an event of its parts; limits are judged when it is appended.
    public init(
        id: EventID? = nil, type: EventType, schema: Int = 1, time: Instant? = nil, tags: [Tag] = [],
        data: [UInt8], metadata: [UInt8] = []
    ) {
        self.id = id
        self.type = type
        self.schema = schema
        self.time = time
        self.tags = tags
        self.data = data
        self.metadata = metadata
    }
}
