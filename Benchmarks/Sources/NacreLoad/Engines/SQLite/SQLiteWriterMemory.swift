package import Nacre

/// A writer's cache between transactions.
package struct SQLiteWriterMemory: Sendable {
    package var schema: SQLiteSchema
    package var streams = SQLiteNameKeys<StreamName>()
    package var types = SQLiteNameKeys<EventType>()
    package var tags = SQLiteNameKeys<Tag>()

    /// The versions of streams, by key, after the last transaction.
    private var versions: [Int64: StreamVersion] = [:]

    /// SQLite's data version to which ``versions`` belong: a commit by another connection changes it.
    private var state: Int64?

    /// When the last transaction recorded its events, in nanoseconds since 1970.
    package var recordedAt: Int64

    /// The source of ids if callers supply none.
    package var random = SplitMix64(seed: .random(in: 0 ... .max))

    init(schema: SQLiteSchema, recordedAt: Int64) {
        self.schema = schema
        self.recordedAt = recordedAt
    }

    /// Begins a transaction: discards the versions if another connection has written since.
    package mutating func begin(in state: Int64?) {
        guard state == nil || state != self.state else { return }
        self.state = state
        versions.removeAll(keepingCapacity: true)
    }

    package func version(of stream: Int64) -> StreamVersion? { versions[stream] }

    /// Caches the version of a stream; at the limit, the cache is emptied.
    package mutating func note(_ version: StreamVersion, of stream: Int64) {
        if versions.count >= SQLiteNameKeys<StreamName>.limit { versions.removeAll(keepingCapacity: true) }
        versions[stream] = version
    }

    mutating func nextID(now: Int64) -> EventID {
        random.nextID(at: now)
    }

    package mutating func commit() {
        streams.commit()
        types.commit()
        tags.commit()
    }

    mutating func rollBack() {
        streams.rollBack()
        types.rollBack()
        tags.rollBack()
        versions.removeAll(keepingCapacity: true)
    }
}
