import LMDB
import Nacre

/// Writes the segments of a run one behind the other; what it has written so far can go on in a later transaction.
struct RunWriter: Hashable, Sendable {
    private(set) var run: IndexRun
    /// The last posting written.
    private(set) var last = Posting.end
    /// How many postings written have the last one's hash.
    private(set) var trailing: UInt64 = 0

    init(_ run: IndexRun) {
        self.run = run
    }

    /// Goes on where the manifest says that an earlier transaction stopped.
    init(resuming run: IndexRun, last: Posting, trailing: UInt64) {
        self.run = run
        self.last = last
        self.trailing = trailing
    }

    /// The last posting written; `nil` where there is none.
    var resumePoint: Posting? { run.segments == 0 ? nil : last }

    /// Writes postings, cut into segments.
    ///
    /// - Parameters:
    ///   - postings: The postings, sorted, all beyond those written already.
    ///   - next: The posting that will follow them; `Posting.end` where the run ends.
    ///   - size: Postings in a segment.
    ///   - appending: Whether the run's keys are greater than all others in the file.
    ///   - transaction: Where to.
    /// - Throws: `EventStoreError` where LMDB refuses.
    mutating func write(
        _ postings: Slice<UnsafeBufferPointer<Posting>>, next: Posting, size: Int, appending: Bool,
        in transaction: borrowing WriteTransaction
    ) throws {
        var start = postings.startIndex
        while start < postings.endIndex {
            let end = min(start + size, postings.endIndex)
            let following = end < postings.endIndex ? postings[end] : next
            try write(segment: postings[start..<end], next: following, appending: appending, in: transaction)
            start = end
        }
    }

    private mutating func write(
        segment: Slice<UnsafeBufferPointer<Posting>>, next: Posting, appending: Bool,
        in transaction: borrowing WriteTransaction
    ) throws {
        let first = segment[segment.startIndex]
        let rank = run.segments > 0 && last.hash == first.hash ? trailing : 0
        try SegmentKey(run: run.id, first).withBytes { key in
            let room = try indexAccess { () throws(LMDBError) in
                try transaction.reserve(key: key, count: Segment.byteCount(of: segment.count), appending: appending)
            }
            Segment.write(segment, next: next, rank: rank, key: key, into: room)
        }
        run.count(first, postings: segment.count)

        last = segment[segment.endIndex - 1]
        var same = segment.endIndex
        while same > segment.startIndex, segment[same - 1].hash == last.hash { same -= 1 }
        trailing = UInt64(segment.endIndex - same) + (same == segment.startIndex ? rank : 0)
    }
}
