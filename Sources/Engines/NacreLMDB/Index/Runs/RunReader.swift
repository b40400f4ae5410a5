import LMDB
import Nacre

/// Reads a run in order, one hash of a segment at a time.
///
/// Several share one cursor, because each finds its next segment by key. Valid only inside the cursor's transaction,
/// and only while that transaction changes nothing.
struct RunReader {
    let run: IndexRun
    /// The current segment.
    private(set) var segment: Segment
    /// The indices in the segment of the current hash's postings; empty at the end.
    private(set) var postings: Range<Int>
    /// The current hash.
    private(set) var hash: UInt64
    private var group: Int

    /// Positions at the first posting beyond a given one, or at the very first if there is none.
    init(_ run: IndexRun, after posting: Posting?, _ cursor: inout Cursor) throws {
        self.run = run
        if let posting, let found = try cursor.segment(of: run, atMost: posting) {
            segment = found
            let index = found.firstIndex(beyond: posting)
            group = index < found.count ? found.group(ofPosting: index) : found.hashCount
            hash = posting.hash
            postings = 0..<0
            try settle(&cursor)
            // Only the postings of the first hash may be skipped in part.
            if index < found.count { postings = index..<max(index, postings.upperBound) }
        } else {
            segment = try cursor.segment(of: run, beginningWith: run.first)
            group = 0
            hash = run.first.hash
            postings = segment.postings(ofGroup: 0)
        }
    }

    /// Whether the run is exhausted.
    @inline(__always)
    var isAtEnd: Bool { postings.isEmpty }

    /// The current posting; `Posting.end` at the end.
    var current: Posting {
        isAtEnd ? .end : Posting(hash: hash, position: segment.position(at: postings.lowerBound))
    }

    /// Advances to the postings of the next hash, or of the same one in the next segment.
    @inline(__always)
    mutating func advance(_ cursor: inout Cursor) throws {
        group += 1
        if group < segment.hashCount {
            hash = segment.hash(ofGroup: group)
            postings = segment.postings(ofGroup: group)
        } else {
            try settle(&cursor)
        }
    }

    private mutating func settle(_ cursor: inout Cursor) throws {
        if group == segment.hashCount, !segment.isLast {
            segment = try cursor.segment(of: run, beginningWith: segment.next)
            group = 0
        }
        guard group < segment.hashCount else {
            postings = segment.count..<segment.count
            return
        }
        hash = segment.hash(ofGroup: group)
        postings = segment.postings(ofGroup: group)
    }
}
