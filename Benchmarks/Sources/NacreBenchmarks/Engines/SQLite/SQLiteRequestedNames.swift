import GRDB
import Nacre

/// The names and keys of earlier requests, besides those of streams by name and types by key.
struct SQLiteRequestedNames: Sendable {
    var types = SQLiteNameKeys<EventType>()
    var tags = SQLiteNameKeys<Tag>()
    var categories: [String: Int64] = [:]

    /// Whether the tag tables have been seen; they are never dropped.
    var hasTags = false

    /// Whether the category tables have been seen.
    var hasCategories = false

    private var streams: [Int64: StreamName] = [:]

    /// The stream with a key; `nil` if it is not cached.
    func stream(_ key: Int64) -> StreamName? { streams[key] }

    /// Caches the stream with a key; at the limit, the cache is emptied.
    mutating func remember(_ stream: StreamName, _ key: Int64) {
        if streams.count >= SQLiteNameKeys<StreamName>.limit { streams.removeAll(keepingCapacity: true) }
        streams[key] = stream
    }
}
