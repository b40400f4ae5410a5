import Nacre

/// What a writer remembers between transactions.
struct SQLiteWriterMemory: Sendable {
    /// What is there to find events by.
    var schema: SQLiteSchema

    var streams = SQLiteNameKeys<StreamName>()
    var types = SQLiteNameKeys<EventType>()
    var tags = SQLiteNameKeys<Tag>()

    /// When the last transaction recorded its events, in nanoseconds since 1970.
    var recordedAt: Int64

    /// Where ids come from when callers give none.
    var random = SplitMix64(seed: .random(in: 0 ... .max))

    /// An id of the store's own: a UUID of version 7 (RFC 9562, section 5.7).
    mutating func nextID(now: Int64) -> EventID {
        let milliseconds = UInt64(bitPattern: now / 1_000_000)
        return EventID(
            high: milliseconds << 16 | 0x7000 | random.next() & 0x0FFF, low: 0b10 << 62 | random.next() >> 2)
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
    }
}
