import Nacre

/// Generates the ids of lines without one; the same file gets the same ids, so that repeats are found.
///
/// An id is a UUID of version 5 (RFC 9562, 5.5). Its name is the hash of the line's content and the number of earlier
/// lines of the file with the same content. Each different line without an id takes 16 bytes and a count in memory.
struct ContentIDs {
    // Generated once. Never change it: lines that were imported earlier would get new ids and be imported again.
    private static let namespace = EventID(high: 0x3F5C_21CB_7325_4BE8, low: 0xB0B0_C3CF_CA3D_50DA)

    private var occurrences: [ContentHash: UInt64] = [:]

    /// The id of the next line of the file that has none.
    mutating func next(for entry: Commit.Entry) -> EventID {
        let content = ContentHash(contentOf: entry)
        let occurrence = occurrences[content, default: 0] + 1
        occurrences[content] = occurrence
        var bytes: [UInt8] = []
        for number in [Self.namespace.high, Self.namespace.low, content.high, content.low, occurrence] {
            bytes.appendNumber(number)
        }
        let hash = ContentHash(bytes)
        return EventID(
            high: hash.high & ~0xF000 | 0x5000,
            low: hash.low & ~(0b11 << 62) | 0b10 << 62)
    }
}
