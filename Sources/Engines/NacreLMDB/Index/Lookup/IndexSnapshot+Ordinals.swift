import LMDB
import Nacre

extension IndexSnapshot {
    /// The number of positions of a hash.
    ///
    /// - Complexity: Two searches for each run, however many positions there are.
    borrowing func count(of kind: TermKind, hash: UInt64) throws -> Int {
        var cursor = try openCursor()
        var count = 0
        for run in manifest.runs where run.kind == kind {
            guard try filters.mayContain(hash, run, &cursor) else { continue }
            count += try cursor.count(of: hash, in: run)
        }
        return count
    }

    /// The *n*-th position of a hash in ascending order, counted from 0; `nil` if there are fewer.
    ///
    /// - Complexity: Two searches for each run; in the run that has it, one more for each bisection step.
    borrowing func position(ofOrdinal ordinal: Int, kind: TermKind, hash: UInt64) throws -> Position? {
        guard ordinal >= 0 else { return nil }
        var cursor = try openCursor()
        var remaining = ordinal
        for run in manifest.runs where run.kind == kind {
            guard try filters.mayContain(hash, run, &cursor), let end = try cursor.ordinals(of: hash, in: run) else {
                continue
            }
            // Runs are in ascending order of positions, so earlier runs are skipped by their counts alone.
            guard remaining >= end.ordinals.upperBound else {
                return try cursor.position(ofOrdinal: remaining, of: hash, in: run, end: end)
            }
            remaining -= end.ordinals.upperBound
        }
        return nil
    }
}

/// The postings of a hash in one segment, with their ordinals in the run.
private struct SegmentOrdinals {
    let segment: Segment
    let start: Int
    let ordinals: Range<Int>

    init(_ segment: Segment, hash: UInt64) {
        self.segment = segment
        let postings = segment.postings(of: hash)
        start = postings.lowerBound
        let before = segment.first.hash == hash ? Int(segment.rank) : 0
        ordinals = before..<(before + postings.count)
    }

    /// The position with an ordinal that lies in the range.
    func position(_ ordinal: Int) -> Position { segment.position(at: start + ordinal - ordinals.lowerBound) }
}

extension Cursor {
    /// The number of postings of a hash in a run.
    mutating func count(of hash: UInt64, in run: IndexRun) throws -> Int {
        try ordinals(of: hash, in: run)?.ordinals.upperBound ?? 0
    }

    /// The last postings of a hash in a run; `nil` if the run begins beyond it.
    fileprivate mutating func ordinals(of hash: UInt64, in run: IndexRun) throws -> SegmentOrdinals? {
        try segment(of: run, atMost: Posting(hash: hash, position: .max)).map { SegmentOrdinals($0, hash: hash) }
    }

    /// The position of an ordinal in a run, found by bisection over positions.
    fileprivate mutating func position(
        ofOrdinal ordinal: Int, of hash: UInt64, in run: IndexRun, end: SegmentOrdinals
    ) throws -> Position {
        guard ordinal < end.ordinals.lowerBound else { return end.position(ordinal) }
        var low = run.firstPosition
        var high = max(end.segment.first.position, 1) - 1
        // Bounded: contradictory segments would make it loop forever.
        for _ in 0..<Position.bitWidth where low <= high {
            let middle = low + (high - low) / 2
            let found =
                try segment(of: run, atMost: Posting(hash: hash, position: middle))
                ?? segment(of: run, beginningWith: run.first)
            let part = SegmentOrdinals(found, hash: hash)
            if part.ordinals.contains(ordinal) { return part.position(ordinal) }
            if ordinal < part.ordinals.lowerBound {
                high = max(found.first.position, 1) - 1
            } else {
                guard found.next.hash == hash, found.next.position > low else { break }
                low = found.next.position
            }
        }
        throw UnusableIndex("the segments of run \(run.id) miscount their postings")
    }
}
