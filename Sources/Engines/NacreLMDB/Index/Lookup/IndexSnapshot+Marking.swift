import LMDB
import Nacre

extension IndexSnapshot {
    /// Marks those of many hashes that stand in the index or the tail.
    ///
    /// Most of what is asked for so is new. It costs a look at a filter for each hash and run, and a look into a table for
    /// each hash and generation of the tail, run by run and not hash by hash: so the looks of many hashes wait together.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: What they are of.
    ///   - marks: Set to true at the index of each hash that stands there, and left alone at the others.
    /// - Throws: ``UnusableIndex``.
    borrowing func mark(_ hashes: [UInt64], of kind: TermKind, in marks: inout [Bool]) throws {
        var cursor = try openCursor()
        var candidates: [Int] = []
        for run in manifest.runs where run.kind == kind {
            candidates.removeAll(keepingCapacity: true)
            try filters.collect(hashes, run, &cursor, into: &candidates)
            for index in candidates where !marks[index] {
                marks[index] = try cursor.count(of: hashes[index], in: run) > 0
            }
        }
        tail.mark(hashes, of: kind, in: &marks)
    }
}
