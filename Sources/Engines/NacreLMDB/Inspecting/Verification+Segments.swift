import LMDB
import Nacre

extension Verification {
    /// The number of segments checked in one part.
    private static let segmentsPerStretch = 256

    /// The segment at which the next part starts: the last one of the part before.
    struct SegmentPlace {
        let run: UInt64
        let first: Posting
    }

    /// Checks that the postings of the index ascend and are counted correctly: a search for a posting out of order may
    /// succeed from one side and fail from the other.
    ///
    /// - Parameter place: The start; `nil` for the first segment.
    /// - Returns: The place to continue at; `nil` if all segments were checked.
    /// - Throws: `EventStoreError` if the index cannot be read.
    mutating func verifySegments(_ place: SegmentPlace?) throws -> SegmentPlace? {
        let (disordered, next) = try store.blockingLookup { (_, _, snapshot, _) in
            try Self.disordered(from: place, in: snapshot)
        }
        for kind in disordered {
            find(
                nil, "the index is out of order for lookups by \(kind): delete index.mdb to rebuild it")
        }
        return next
    }

    /// The kinds of the disordered segments in a part, and the start of the next part.
    private static func disordered(
        from place: SegmentPlace?, in snapshot: borrowing IndexSnapshot
    ) throws -> (kinds: [TermKind], next: SegmentPlace?) {
        let kinds = Dictionary(snapshot.manifest.runs.map { ($0.id, $0.kind) }) { first, _ in first }
        let start = SegmentKey(run: place?.run ?? 0, place?.first ?? Posting(hash: 0, position: 0))
        var cursor = try snapshot.openCursor()
        var entry = try unsafe start.withBytes { key in
            try indexAccess { () throws(LMDBError) in try unsafe cursor.seek(atLeast: key) }
        }
        var found: [TermKind] = []
        var last: (run: UInt64, segment: Segment)?
        var count = 0
        while let current = entry {
            // Nothing but segments follows them in the file.
            guard let key = unsafe SegmentKey.parse(current.key) else { break }
            if let kind = kinds[key.run] {
                let segment = try Segment(current, of: key.run)
                let before = last.flatMap { $0.run == key.run ? $0.segment.count(of: segment.first.hash) : nil } ?? 0
                // The first segment was checked in the part before, unless this is the first part.
                let isCounted = last == nil && place != nil || segment.rank == before
                if !segment.isInOrder || !isCounted { found.append(kind) }
                last = (key.run, segment)
                count += 1
                guard count < segmentsPerStretch else {
                    return (found, SegmentPlace(run: key.run, first: key.first))
                }
            }
            entry = try indexAccess { () throws(LMDBError) in try cursor.next() }
        }
        return (found, nil)
    }
}
