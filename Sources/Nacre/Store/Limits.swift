/// The limits that every store keeps.
///
/// What is beyond one is refused with a typed error naming the limit and the value.
public enum Limits {
    /// Bytes of UTF-8 in a stream name, event type, tag, correlation id, causation id or actor: 1 to this.
    public static let nameBytes = 255

    /// Tags on an event.
    public static let tagsPerEvent = 64

    /// Bytes of an event's data: 16 MiB.
    public static let dataBytes = 16 << 20

    /// Bytes of an event's metadata: 64 KiB.
    public static let metadataBytes = 64 << 10

    /// Events in a commit.
    public static let eventsPerCommit = 100_000

    /// Bytes of a commit: 64 MiB, counting the names, tags, data and metadata of its events.
    public static let commitBytes = 64 << 20

    /// Checks in a commit.
    public static let checksPerCommit = 1_000

    /// Append conditions in a commit.
    public static let conditionsPerCommit = 100

    /// Items in a query.
    public static let itemsPerQuery = 64

    /// Types, categories or tags in an item of a query.
    public static let termsPerQueryItem = 64

    /// The highest schema number of an event; the lowest is 1.
    public static let schema = 65_535

    /// Levels of nesting of JSON, where it is parsed.
    public static let jsonNesting = 512
}
