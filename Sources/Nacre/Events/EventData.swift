public import DomainKit

/// An event to be appended: what happened, without a position in the log yet.
public struct EventData: Hashable, Sendable {
    /// The id, if the caller sets one.
    ///
    /// Either all events of a commit have ids, or none has.
    public var id: EventID?

    /// The event type.
    public var type: EventType

    /// The schema number of `data`, 1 to 65,535.
    public var schema: Int

    /// When the event happened; `nil` for the time of the append.
    public var time: Instant?

    /// At most 64 tags, without duplicates.
    ///
    /// Their order is kept.
    public var tags: [Tag]

    /// The payload: any bytes, at most 16 MiB.
    ///
    /// It is stored unchanged.
    public var data: [UInt8]

    /// Information about the event that is not part of it: any bytes, at most 64 KiB, by convention empty or a JSON
    /// object.
    public var metadata: [UInt8]

    /// Creates an event from its parts.
    ///
    /// Limits are validated when it is appended.
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
