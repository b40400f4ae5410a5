import GRDB
import Nacre

/// The names and keys that requests have asked for, beyond those of streams by name and types by key.
struct SQLiteRequestedNames: Sendable {
    var types = SQLiteNameKeys<EventType>()
    var tags = SQLiteNameKeys<Tag>()
    var categories: [String: Int64] = [:]

    /// Whether the tables of tags were seen: once there, they stay.
    var hasTags = false

    /// Whether the tables of categories were seen.
    var hasCategories = false

    private var streams: [Int64: StreamName] = [:]

    /// The stream with a key; `nil` where it was not asked for lately.
    func stream(_ key: Int64) -> StreamName? { streams[key] }

    /// Remembers the stream with a key; beyond so many all are forgotten.
    mutating func remember(_ stream: StreamName, _ key: Int64) {
        if streams.count >= SQLiteNameKeys<StreamName>.limit { streams.removeAll(keepingCapacity: true) }
        streams[key] = stream
    }
}
