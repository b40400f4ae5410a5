/// The figures of the index's file format; `Docs/FileFormat.md` describes every byte.
enum IndexFormat {
    /// The format that this program writes and reads; a file of any other is made anew.
    static let version: UInt16 = 4

    /// How many runs of a level are merged into one of the next.
    static let fanIn = 8

    /// More runs than a file comes to have: eight of each level and kind are merged into one.
    ///
    /// What is read says no more, nor of more postings than a file has room for, so that their sums stay inside 64 bits.
    static let greatestRuns = 4_096

    /// More postings than a file has room for.
    static let greatestPostings: UInt64 = 1 << 48

    /// Bytes of a segment before its columns.
    static let segmentHeaderBytes = 48

    /// Bytes that say where the postings of a hash begin.
    static let startBytes = 2

    /// The most bytes that a posting takes: its hash, where the hash's postings begin, and its position.
    static let greatestPostingBytes = 8 + startBytes + 8

    /// LMDB's header on the first page of a value that has pages of its own.
    static let pageHeaderBytes = 16

    /// How many bytes of a segment fill a page: a segment is a value of at most one page.
    static func segmentBytes(pageSize: Int) -> Int { pageSize - pageHeaderBytes }

    /// How many postings fit into a segment, whatever they are.
    static func postingsPerSegment(pageSize: Int) -> Int {
        (segmentBytes(pageSize: pageSize) - segmentHeaderBytes) / greatestPostingBytes
    }
}

/// How much one transaction does.
///
/// LMDB keeps the dirty pages of a transaction in memory: at most 4,096 of them. Each segment written is one, and
/// there are a leaf for every 45 segments or more, the branches, the manifest and the list of free pages beside them.
struct IndexLimits: Sendable {
    /// Segments that a step of a merge writes: few, for LMDB keeps the memory of dirty pages once it has it.
    var segmentsPerStep = 512

    /// Segments that a batch may take.
    var segmentsPerBatch = 3_584

    /// Segments that a step of deleting takes away; it dirties leaves alone.
    var deletionsPerStep = 4_096

    /// The most postings in a segment; `nil` for as many as fill a page.
    var postingsPerSegment: Int?
}
