/// The limits that every store enforces.
///
/// A value beyond a limit is refused with a typed error that names the limit and the value.
public enum Limits {
    /// Maximum size of a stream name, event type, tag, correlation id, causation id or actor, in bytes of UTF-8; the
    /// minimum is 1.
    public static let nameBytes = 255

    /// Maximum number of tags on an event.
    public static let tagsPerEvent = 64

    /// Maximum size of an event's data: 16 MiB.
    public static let dataBytes = 16 << 20

    /// Maximum size of an event's metadata: 64 KiB.
    public static let metadataBytes = 64 << 10

    /// Maximum number of events in a commit.
    public static let eventsPerCommit = 100_000

    /// Maximum size of a commit: 64 MiB, counting the names, tags, data and metadata of its events.
    public static let commitBytes = 64 << 20

    /// Maximum number of checks in a commit.
    public static let checksPerCommit = 1_000

    /// Maximum number of append conditions in a commit.
    public static let conditionsPerCommit = 100

    /// Maximum number of items in a query.
    public static let itemsPerQuery = 64

    /// Maximum number of types, categories, tags, correlation ids, causation ids and actors in a query item, each.
    public static let termsPerQueryItem = 64

    // FMT-07: Schema numbers are 1 to 65,535.
    /// The highest schema number of an event; the lowest is 1.
    public static let schema = 65_535

    /// Maximum nesting depth of JSON, where it is parsed.
    public static let jsonNesting = 512
}
