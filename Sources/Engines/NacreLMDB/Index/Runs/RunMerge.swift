import LMDB
import Nacre

/// Goes through several runs together, in the order of their hashes.
///
/// The positions of a run all lie beyond those of the run before it, so the postings of a hash are those of one run
/// after the other: only hashes are compared. Valid as long as its readers are.
struct RunMerge: ~Copyable {
    // Memory of its own, freed when it is let go; as many are in use as there are runs that have not come to their end.
    private let readers: UnsafeMutablePointer<RunReader>
    private let heads: UnsafeMutablePointer<UInt64>
    private let capacity: Int
    private var count = 0

    /// Stands at the first posting beyond a given one; at the first of all where none is given.
    ///
    /// - Parameters:
    ///   - runs: The runs, in ascending order of their positions.
    ///   - posting: Where to begin.
    ///   - cursor: A cursor of the transaction.
    /// - Throws: ``UnusableIndex``.
    init(_ runs: [IndexRun], after posting: Posting?, _ cursor: inout Cursor) throws {
        capacity = runs.count
        readers = .allocate(capacity: capacity)
        heads = .allocate(capacity: capacity)
        for run in runs {
            let reader = try RunReader(run, after: posting, &cursor)
            guard !reader.isAtEnd else { continue }
            (readers + count).initialize(to: reader)
            heads[count] = reader.hash
            count += 1
        }
    }

    deinit {
        // A reader is of plain numbers and addresses, so there is nothing to let go in it.
        readers.deallocate()
        heads.deallocate()
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { count == 0 }

    /// Hands out the next postings that have one hash and stand together in a segment.
    ///
    /// - Parameters:
    ///   - cursor: A cursor of the transaction.
    ///   - body: Takes the hash, the positions of a segment, and which of them are the hash's, and says whether to go
    ///     on.
    /// - Returns: What the body says.
    /// - Throws: ``UnusableIndex``, and what the body throws.
    @inline(__always)
    mutating func next(
        _ cursor: inout Cursor, _ body: (UInt64, PackedColumn, Range<Int>) throws -> Bool
    ) throws -> Bool {
        // Which run is next is hard to foresee, so there is no branch for it. Of equal hashes the first run's goes first.
        var hash = heads[0]
        var least = 0
        var index = 1
        while index < count {
            let head = heads[index]
            least = head < hash ? index : least
            hash = min(hash, head)
            index &+= 1
        }
        let reader = readers + least
        guard try body(hash, reader.pointee.segment.positions, reader.pointee.postings) else { return false }
        try reader.pointee.advance(&cursor)
        heads[least] = reader.pointee.hash
        if reader.pointee.isAtEnd { remove(least) }
        return true
    }

    private mutating func remove(_ index: Int) {
        count -= 1
        for following in index..<count {
            readers[following] = readers[following + 1]
            heads[following] = heads[following + 1]
        }
    }
}
