/// What a client of a mixed load does at a time.
enum OperationKind: String, CaseIterable, Codable, Sendable {
    /// Reads a whole stream, as one does to decide.
    case read

    /// Appends an event to a stream, at whatever version it is.
    case append

    /// Reads a whole stream, and appends an event expecting it at the version read; on a conflict again.
    case update

    /// Appends the first event of a stream that is not there.
    case create

    /// Reads the newest events with a tag.
    case query

    /// Reads events of a type, upwards from some position.
    case queryType = "query-type"

    /// Reads the newest page of the log.
    case newest
}
