/// The constants of the index's file format.
///
/// ``ManifestLayout``, ``SegmentLayout`` and ``FilterLayout`` name the places of the fields; `Docs/FileFormat.md`
/// describes every byte.
enum IndexFormat {
    /// The format that this program reads and writes; a file of another format is rebuilt.
    static let version: UInt16 = 5

    /// The number of runs of a level that are merged into one of the next.
    static let fanIn = 8

    /// An upper bound on the number of runs: eight of each level and kind are merged into one.
    ///
    /// No greater number is accepted from a file, so that sums fit 64 bits; the same holds for postings.
    static let maxRuns = 4_096

    /// An upper bound on the number of postings in a file.
    static let maxPostings: UInt64 = 1 << 48

    /// The maximum size of a posting: its hash, the index at which the hash's postings begin, and its position.
    static let maxPostingBytes = 8 + SegmentLayout.startBytes + 8

    /// The size of LMDB's header on the first overflow page of a value.
    static let pageHeaderBytes = 16

    /// The maximum size of a segment, which fills at most one page.
    static func segmentBytes(pageSize: Int) -> Int { pageSize - pageHeaderBytes }

    /// The number of postings that fit any segment.
    static func postingsPerSegment(pageSize: Int) -> Int {
        (segmentBytes(pageSize: pageSize) - SegmentLayout.headerBytes) / maxPostingBytes
    }
}

/// The bounds of one transaction.
///
/// LMDB holds a transaction's dirty pages in memory; they stay within 4,096. Each written segment is one page, with at
/// least 45 segments for each leaf; branches, manifest and free list are extra.
struct IndexLimits: Sendable {
    // IDX-05: A merge step writes 512 segments.
    /// The segments written by one step of a merge: few, because LMDB does not free the memory of dirty pages.
    var segmentsPerStep = 512

    /// The maximum number of segments for a batch.
    var segmentsPerBatch = 3_584

    /// The segments deleted by one step, which dirties leaf pages only.
    var deletionsPerStep = 4_096

    /// The maximum number of postings in a segment; `nil` for as many as fill a page.
    var postingsPerSegment: Int?
}
