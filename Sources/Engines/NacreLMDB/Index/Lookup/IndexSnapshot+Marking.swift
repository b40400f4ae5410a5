import LMDB
import Nacre

extension IndexSnapshot {
    /// Marks those of many hashes that the index or the tail contains.
    ///
    /// Most of them are usually absent. Cost: a filter lookup for each hash and run, and a table lookup for each hash
    /// and generation of the tail. Runs form the outer loop, so that the cache misses of many hashes overlap.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - kind: The kind of the hashes.
    ///   - marks: Set to `true` at the index of each hash found; other elements stay unchanged.
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
