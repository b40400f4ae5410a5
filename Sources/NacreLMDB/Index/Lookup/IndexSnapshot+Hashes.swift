import LMDB
import Nacre

extension IndexSnapshot {
    /// Hands out every hash of a kind with its first position, in the order of the hashes.
    ///
    /// - Parameters:
    ///   - kind: What the hashes are of.
    ///   - body: Takes a hash and its first position, and says whether to go on.
    /// - Throws: ``UnusableIndex``, and what the body throws.
    /// - Complexity: O(*d* × *r*) in the number of hashes and of runs.
    borrowing func forEachHash(of kind: TermKind, _ body: (UInt64, Position) throws -> Bool) throws {
        var cursor = try openCursor()
        var readers: [RunReader] = []
        for run in manifest.runs where run.kind == kind {
            readers.append(try RunReader(run, after: nil, &cursor))
        }
        // The oldest run that has a hash has its first position, as the runs' positions ascend.
        while let first = readers.map(\.current).min(), first != .end {
            guard try body(first.hash, first.position) else { return }
            for index in readers.indices
            where readers[index].current.hash == first.hash && readers[index].current != .end {
                try readers[index].skipHash(&cursor)
            }
        }
    }
}
