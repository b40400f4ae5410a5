/// The figures of the index's file format; `Docs/FileFormat.md` describes every byte.
enum IndexFormat {
    /// The format that this program writes and reads; a file of any other is made anew.
    static let version: UInt16 = 2

    /// How many runs of a level are merged into one of the next.
    static let fanIn = 8

    /// Bytes of a segment before its hashes.
    static let segmentHeaderBytes = 40

    /// Bytes of a posting: its hash and its position.
    static let postingBytes = 16

    /// LMDB's header on the first page of a value that has pages of its own.
    static let pageHeaderBytes = 16

    /// How many postings fill a page: a segment is a value of exactly one page.
    static func postingsPerSegment(pageSize: Int) -> Int {
        (pageSize - pageHeaderBytes - segmentHeaderBytes) / postingBytes
    }
}

/// How much one transaction does.
///
/// LMDB keeps the dirty pages of a transaction in memory: at most 4,096 of them. Each segment written is one, and
/// there are a leaf for every 45 segments or more, the branches, the manifest and the list of free pages beside them.
struct IndexLimits: Sendable {
    /// Segments that a step of a merge writes.
    var segmentsPerStep = 2_048

    /// Segments that a batch may take.
    var segmentsPerBatch = 3_584

    /// Segments that a step of deleting takes away; it dirties leaves alone.
    var deletionsPerStep = 4_096

    /// Postings in a segment; `nil` for as many as fill a page.
    var postingsPerSegment: Int?
}
