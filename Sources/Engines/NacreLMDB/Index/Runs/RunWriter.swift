import LMDB
import Nacre

/// Writes the segments of a run in order; a later transaction can resume it.
struct RunWriter: Hashable, Sendable {
    private(set) var run: IndexRun
    /// The last posting written.
    private(set) var last = Posting.end
    /// The number of written postings with the last one's hash.
    private(set) var trailing: UInt64 = 0

    init(_ run: IndexRun) {
        self.run = run
    }

    /// Resumes where the manifest says that an earlier transaction stopped.
    init(resuming run: IndexRun, last: Posting, trailing: UInt64) {
        self.run = run
        self.last = last
        self.trailing = trailing
    }

    /// The last posting written; `nil` if there is none.
    var resumePoint: Posting? { run.segments == 0 ? nil : last }

    /// Packs postings of one hash, and writes every segment that they fill.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - source: The source of the positions.
    ///   - indices: Their indices; not empty.
    ///   - packer: The preceding postings that are not written yet.
    ///   - segments: The maximum number of segments in the run.
    ///   - appending: Whether the run's keys sort after all others in the file.
    ///   - transaction: The write transaction.
    /// - Returns: Whether the run may grow further; if not, the packer is empty and everything up to ``last`` is
    ///   written.
    /// - Throws: ``UnusableIndex`` if the postings are not in order; `EventStoreError` if LMDB fails.
    @inline(__always)
    mutating func pack<Source: PositionSource>(
        _ hash: UInt64, _ source: Source, _ indices: Range<Int>, packer: inout SegmentPacker,
        upTo segments: UInt64, appending: Bool, in transaction: borrowing WriteTransaction
    ) throws -> Bool {
        var rest = indices
        while true {
            guard let taken = packer.append(hash, source, rest) else { throw disorder }
            if taken == rest.count { return true }
            rest = (rest.lowerBound + taken)..<rest.upperBound
            let next = Posting(hash: hash, position: source.position(at: rest.lowerBound))
            try write(&packer, next: next, appending: appending, in: transaction)
            if run.segments >= segments { return false }
        }
    }

    /// Writes the packer's contents as the run's next segment.
    ///
    /// - Parameters:
    ///   - packer: The postings, all beyond those already written; empty afterwards.
    ///   - next: The posting that follows; `Posting.end` at the end of the run.
    ///   - appending: Whether the run's keys sort after all others in the file.
    ///   - transaction: The write transaction.
    /// - Throws: ``UnusableIndex`` if the postings are not in order; `EventStoreError` if LMDB fails.
    @inline(never)
    mutating func write(
        _ packer: inout SegmentPacker, next: Posting, appending: Bool, in transaction: borrowing WriteTransaction
    ) throws {
        let first = packer.first
        guard packer.last < next else { throw disorder }
        let isContinued = run.segments > 0 && last.hash == first.hash
        // With the rank, the n-th posting of a hash is found without reading the segments before it.
        let rank = isContinued ? trailing : 0
        let header = packer.header(next: next, rank: rank)
        try unsafe SegmentKey(run: run.id, first).withBytes { key in
            let room = try unsafe indexAccess { () throws(LMDBError) in
                try unsafe transaction.reserve(key: key, count: header.byteCount, appending: appending)
            }
            unsafe packer.write(header, key: key, into: room)
        }
        run.count(first, bytes: header.byteCount)
        run.count(postings: packer.count, hashes: header.hashCount - (isContinued ? 1 : 0))
        last = packer.last
        trailing = UInt64(packer.trailing) + (packer.hasOneHash ? rank : 0)
        packer.removeAll()
    }

    private var disorder: UnusableIndex {
        UnusableIndex("the postings of run \(run.id) are not in order")
    }
}
