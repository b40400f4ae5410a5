import Nacre

/// Makes the ids of lines that come without one: the same file gives the same ids, so that repeats are found.
///
/// An id is a UUID of version 5 (RFC 9562, 5.5) whose name is the hash of the line's content and how many lines of the
/// same content came before it in the file. It remembers 16 bytes and a count for every different line without an id.
struct ContentIDs {
    // Drawn once; another one would make every import of a known file a new one.
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
