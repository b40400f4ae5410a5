import Nacre

/// What a writer remembers between transactions.
struct SQLiteWriterMemory: Sendable {
    /// What is there to find events by.
    var schema: SQLiteSchema

    var streams = SQLiteNameKeys<StreamName>()
    var types = SQLiteNameKeys<EventType>()
    var tags = SQLiteNameKeys<Tag>()

    /// The versions of streams, by their keys, as the last transaction left them.
    private var versions: [Int64: StreamVersion] = [:]

    /// What SQLite calls the state that ``versions`` are of: another connection's commit changes it.
    private var state: Int64?

    /// When the last transaction recorded its events, in nanoseconds since 1970.
    var recordedAt: Int64

    /// Where ids come from when callers give none.
    var random = SplitMix64(seed: .random(in: 0 ... .max))

    /// Makes the memory of a store that was just opened.
    init(schema: SQLiteSchema, recordedAt: Int64) {
        self.schema = schema
        self.recordedAt = recordedAt
    }

    /// Begins a transaction: forgets the versions if anybody else has written since they were noted.
    mutating func begin(in state: Int64?) {
        guard state == nil || state != self.state else { return }
        self.state = state
        versions.removeAll(keepingCapacity: true)
    }

    /// The version of a stream, where it is known.
    func version(of stream: Int64) -> StreamVersion? { versions[stream] }

    /// Notes the version of a stream; beyond so many all are forgotten.
    mutating func note(_ version: StreamVersion, of stream: Int64) {
        if versions.count >= SQLiteNameKeys<StreamName>.limit { versions.removeAll(keepingCapacity: true) }
        versions[stream] = version
    }

    /// An id of the store's own.
    mutating func nextID(now: Int64) -> EventID {
        random.nextID(at: now)
    }

    /// Keeps what the transaction added.
    mutating func commit() {
        streams.commit()
        types.commit()
        tags.commit()
    }

    /// Forgets what the transaction added.
    mutating func rollBack() {
        streams.rollBack()
        types.rollBack()
        tags.rollBack()
        versions.removeAll(keepingCapacity: true)
    }
}
