/// An operation of a mixed load's client.
enum OperationKind: String, CaseIterable, Codable, Sendable {
    /// Reads a whole stream, as for a decision.
    case read

    /// Appends an event to a stream at any version.
    case append

    /// Reads a whole stream, and appends an event expecting the version read; on conflict, retries.
    case update

    /// Appends the first event of a new stream.
    case create

    /// Reads the newest events with a tag.
    case query

    /// Reads events of a type, upwards from a position.
    case queryType = "query-type"

    /// Reads the newest page of the log.
    case newest
}
