import LMDB
import Nacre

/// Goes through a run in order, a hash of a segment at a time.
///
/// Several take turns with one cursor, for each finds its next segment by key. Valid only inside the transaction of the
/// cursor, and while that changes nothing.
struct RunReader {
    let run: IndexRun
    /// The segment in which it stands.
    private(set) var segment: Segment
    /// The indices in the segment of the postings of the hash at which it stands; empty behind the last one.
    private(set) var postings: Range<Int>
    /// The hash at which it stands.
    private(set) var hash: UInt64
    private var group: Int

    /// Stands at the first posting beyond a given one; at the first of all where none is given.
    init(_ run: IndexRun, after posting: Posting?, _ cursor: inout Cursor) throws {
        self.run = run
        if let posting, let found = try cursor.segment(of: run, atMost: posting) {
            segment = found
            let index = found.firstIndex(beyond: posting)
            group = index < found.count ? found.group(ofPosting: index) : found.hashCount
            hash = posting.hash
            postings = 0..<0
            try settle(&cursor)
            // Only the postings of the first hash may be passed over in part.
            if index < found.count { postings = index..<max(index, postings.upperBound) }
        } else {
            segment = try cursor.segment(of: run, beginningWith: run.first)
            group = 0
            hash = run.first.hash
            postings = segment.postings(ofGroup: 0)
        }
    }

    /// Whether it stands behind the last posting.
    @inline(__always)
    var isAtEnd: Bool { postings.isEmpty }

    /// The posting that it stands at; `Posting.end` behind the last one.
    var current: Posting {
        isAtEnd ? .end : Posting(hash: hash, position: segment.position(at: postings.lowerBound))
    }

    /// Goes to the postings of the next hash, or to those of the same one in the next segment.
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
