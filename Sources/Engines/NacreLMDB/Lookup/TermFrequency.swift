import LMDB
import Nacre

/// An estimate of how many events of a range have a term, from the largest run of the index and from the tail.
///
/// It affects performance only.
struct TermFrequency: ~Copyable {
    // IDX-13: Term frequency is estimated from the largest run and the tail.

    private let range: ClosedRange<Position>
    private let checkpoint: Position
    // Opened on demand: recent events are in the tail.
    private var cursor: Cursor?

    init(over range: ClosedRange<Position>, in snapshot: borrowing IndexSnapshot) {
        self.range = range
        checkpoint = snapshot.checkpoint.position
    }

    /// An estimate of the number of positions of a hash in the range.
    ///
    /// - Complexity: A search in one run, and one in each generation of the tail.
    mutating func count(of kind: TermKind, hash: UInt64, in snapshot: borrowing IndexSnapshot) throws -> Int {
        let recent = snapshot.tail.count(of: kind, hash: hash, in: range)
        guard range.lowerBound <= checkpoint else { return recent }
        return try recent + indexed(kind, hash, in: snapshot)
    }

    private mutating func indexed(
        _ kind: TermKind, _ hash: UInt64, in snapshot: borrowing IndexSnapshot
    ) throws -> Int {
        var largest: IndexRun?
        var overlap: Position = 0
        for run in snapshot.manifest.runs where run.kind == kind {
            let first = max(run.firstPosition, range.lowerBound)
            let last = min(run.lastPosition, range.upperBound)
            if first <= last, last - first + 1 > overlap {
                largest = run
                overlap = last - first + 1
            }
        }
        guard let largest else { return 0 }
        if cursor == nil { cursor = try snapshot.openCursor() }
        let count = try cursor?.count(of: hash, in: largest) ?? 0
        let span = largest.lastPosition - largest.firstPosition + 1
        let events = min(checkpoint, range.upperBound) - range.lowerBound + 1
        // A hash occurs at most once at each position.
        // Assumes that a term is spread evenly; a wrong estimate costs time only.
        return Int(min(1, Double(count) / Double(span)) * Double(events))
    }
}
