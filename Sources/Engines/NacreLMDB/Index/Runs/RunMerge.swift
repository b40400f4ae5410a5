import LMDB
import Nacre

/// A k-way merge of several runs in the order of their hashes.
///
/// All positions of a run lie beyond those of the run before it, so the postings of a hash come from one run after the
/// other: only hashes are compared. Valid as long as its readers are.
///
/// `@safe` is right because the memory is its own, is freed only in `deinit`, and only elements in use are accessed.
@safe
struct RunMerge: ~Copyable {
    // IDX-04: A merge compares hashes alone and reads in a transaction of its own.

    // Allocated here and freed in `deinit`; the first `count` elements, one for each unfinished run, are in use.
    private let readers: UnsafeMutablePointer<RunReader>
    private let heads: UnsafeMutablePointer<UInt64>
    private let capacity: Int
    private var count = 0

    /// Positions at the first posting beyond a given one, or at the very first if there is none.
    ///
    /// - Parameters:
    ///   - runs: The runs, in ascending order of their positions.
    ///   - posting: The posting to resume after.
    ///   - cursor: A cursor of the transaction.
    /// - Throws: ``UnusableIndex``.
    init(_ runs: [IndexRun], after posting: Posting?, _ cursor: inout Cursor) throws {
        capacity = runs.count
        unsafe readers = .allocate(capacity: capacity)
        unsafe heads = .allocate(capacity: capacity)
        for run in runs {
            let reader = try RunReader(run, after: posting, &cursor)
            guard !reader.isAtEnd else { continue }
            unsafe (readers + count).initialize(to: reader)
            unsafe heads[count] = reader.hash
            count += 1
        }
    }

    deinit {
        // A reader holds only numbers and addresses: it needs no deinitialisation.
        unsafe readers.deallocate()
        unsafe heads.deallocate()
    }

    /// Whether the merge is complete.
    var isAtEnd: Bool { count == 0 }

    /// Calls `body` with the next postings of one hash that are contiguous in a segment.
    ///
    /// - Parameters:
    ///   - cursor: A cursor of the transaction.
    ///   - body: Called with the hash, the positions of the segment, and the indices of the hash's positions; returns
    ///     whether to continue.
    /// - Returns: The result of `body`.
    /// - Throws: ``UnusableIndex``, and errors of `body`.
    @inline(__always)
    mutating func next(
        _ cursor: inout Cursor, _ body: (UInt64, PackedColumn, Range<Int>) throws -> Bool
    ) throws -> Bool {
        // Branch-free: the next run is unpredictable. Among equal hashes the first run goes first.
        var hash = unsafe heads[0]
        var least = 0
        var index = 1
        while index < count {
            let head = unsafe heads[index]
            least = head < hash ? index : least
            hash = min(hash, head)
            index &+= 1
        }
        let reader = unsafe readers + least
        guard try unsafe body(hash, reader.pointee.segment.positions, reader.pointee.postings) else { return false }
        try unsafe reader.pointee.advance(&cursor)
        unsafe heads[least] = unsafe reader.pointee.hash
        if unsafe reader.pointee.isAtEnd { remove(least) }
        return true
    }

    private mutating func remove(_ index: Int) {
        count -= 1
        for following in index..<count {
            unsafe readers[following] = unsafe readers[following + 1]
            unsafe heads[following] = unsafe heads[following + 1]
        }
    }
}
