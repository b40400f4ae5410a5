import LMDB
import Nacre

extension Cursor {
    /// The segment that contains a posting, if the run has it.
    ///
    /// - Returns: The last segment that begins at or before the posting; `nil` if the run begins beyond it.
    /// - Throws: ``UnusableIndex`` if the segment is missing or damaged.
    mutating func segment(of run: IndexRun, atMost posting: Posting) throws -> Segment? {
        guard run.first <= posting else { return nil }
        let found = try unsafe SegmentKey(run: run.id, posting).withBytes { key in
            try indexAccess { () throws(LMDBError) in try unsafe seek(atMost: key) }
        }
        guard let found else { throw UnusableIndex("a segment of run \(run.id) is missing") }
        let segment = try Segment(found, of: run.id)
        guard segment.first <= posting, posting < segment.next || segment.isLast else {
            throw UnusableIndex("a segment of run \(run.id) is out of place")
        }
        return segment
    }

    /// The segment that begins with a posting, as stated by another segment or by the manifest.
    ///
    /// - Throws: ``UnusableIndex`` if there is none, or it is damaged.
    mutating func segment(of run: IndexRun, beginningWith first: Posting) throws -> Segment {
        let found = try unsafe SegmentKey(run: run.id, first).withBytes { key in
            try indexAccess { () throws(LMDBError) in try unsafe seek(to: key) }
        }
        guard let found else { throw UnusableIndex("a segment of run \(run.id) is missing") }
        return try Segment(found, of: run.id)
    }
}
