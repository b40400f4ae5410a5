import LMDB
import Nacre

extension Cursor {
    /// The segment in which a posting stands, if it stands in the run at all.
    ///
    /// - Returns: The last segment that begins at or before the posting; `nil` where the run begins beyond it.
    /// - Throws: ``UnusableIndex`` where it is not to be found, or damaged.
    mutating func segment(of run: IndexRun, atMost posting: Posting) throws -> Segment? {
        guard run.first <= posting else { return nil }
        let found = try SegmentKey(run: run.id, posting).withBytes { key in
            try indexAccess { () throws(LMDBError) in try seek(atMost: key) }
        }
        guard let found else { throw UnusableIndex("a segment of run \(run.id) is missing") }
        let segment = try Segment(found, of: run.id)
        guard segment.first <= posting, posting < segment.next || segment.isLast else {
            throw UnusableIndex("a segment of run \(run.id) is not where it is looked for")
        }
        return segment
    }

    /// The segment that begins with a posting of which another segment, or the manifest, says so.
    ///
    /// - Throws: ``UnusableIndex`` where there is none, or it is damaged.
    mutating func segment(of run: IndexRun, beginningWith first: Posting) throws -> Segment {
        let found = try SegmentKey(run: run.id, first).withBytes { key in
            try indexAccess { () throws(LMDBError) in try seek(to: key) }
        }
        guard let found else { throw UnusableIndex("a segment of run \(run.id) is missing") }
        return try Segment(found, of: run.id)
    }
}
