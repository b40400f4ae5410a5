import LMDB
import Nacre

/// A cursor over the entries of the log: those of `log.mdb`, then the pending blocks that it does not hold.
///
/// The only place that decides where a block comes from. Valid only inside the transaction of the file's cursor.
struct LogCursor: ~Copyable {
    // READ-15: A log snapshot is LMDB's snapshot and the pending blocks.

    private var file: CheckedCursor
    /// `nil` if all blocks are in the file, which costs each call one comparison.
    private var pending: Pending?

    /// The pending blocks that follow the file, and the cursor's place in them.
    private struct Pending {
        let blocks: PendingBlocks
        /// The index of the first block that is not in the file.
        let first: Int
        /// Whether the file's last block is intact and the first pending block continues it.
        ///
        /// If it is damaged, the log ends with the damage: pending blocks are then found by position alone.
        let isJoined: Bool
        /// The index of the current block; `nil` if the cursor is in the file.
        var place: Int?

        /// The position from which on blocks are pending.
        var border: Position { blocks[first].firstPosition }
        var last: Int { blocks.count - 1 }

        /// Moves to a block.
        mutating func move(to index: Int) -> CheckedCursor.Entry {
            place = index
            let block = blocks[index]
            return unsafe CheckedCursor.Entry(
                key: block.firstPosition, value: block.bytes,
                nextKey: index < last ? blocks[index + 1].firstPosition : .max)
        }
    }

    // Inlined, because a cursor is several hundred bytes that would otherwise be copied.
    @inline(__always)
    init(_ file: consuming CheckedCursor) {
        self.file = file
        pending = nil
    }

    /// Joins the file with pending blocks, which were taken before the file's transaction began.
    ///
    /// Blocks that are in the file by now are read there.
    ///
    /// - Throws: `inputOutput` if the pending blocks do not continue the file, or differ from it.
    mutating func join(_ blocks: PendingBlocks) throws(EventStoreError) {
        pending = try blocksBehindFile(blocks)
    }

    /// The index of the first pending block that is not in the file; `nil` if all are.
    var firstPending: Int? { pending?.first }

    /// Whether the pending blocks continue an intact block of the file.
    var isJoined: Bool { pending?.isJoined ?? true }

    /// The number of entries; of those in the file, according to its meta page.
    @inline(__always)
    var entryCount: UInt64 {
        guard let pending, pending.isJoined else { return file.entryCount }
        return file.entryCount + UInt64(pending.blocks.count - pending.first)
    }

    /// Moves to the first entry: the store's header.
    mutating func first() throws(TreeDamage) -> CheckedCursor.Entry? {
        pending?.place = nil
        return try file.first()
    }

    /// Moves to the last entry.
    @inline(__always)
    mutating func last() throws(TreeDamage) -> CheckedCursor.Entry? {
        pending == nil ? try file.last() : try lastOfBoth()
    }

    private mutating func lastOfBoth() throws(TreeDamage) -> CheckedCursor.Entry? {
        if let pending, pending.isJoined { return self.pending?.move(to: pending.last) }
        pending?.place = nil
        return try file.last()
    }

    /// Moves to the last entry whose key is less than or equal to the given one.
    @inline(__always)
    mutating func seek(atMost key: UInt64) throws(TreeDamage) -> CheckedCursor.Entry? {
        pending == nil ? try file.seek(atMost: key) : try seekInBoth(atMost: key)
    }

    /// Moves to the next entry; `nil` at the last entry, where the cursor stays.
    @inline(__always)
    mutating func next() throws(TreeDamage) -> CheckedCursor.Entry? {
        pending == nil ? try file.next() : try nextInBoth()
    }

    private mutating func seekInBoth(atMost key: UInt64) throws(TreeDamage) -> CheckedCursor.Entry? {
        guard let pending else { return nil }
        guard key < pending.border else { return self.pending?.move(to: pending.blocks.count(upTo: key) - 1) }
        self.pending?.place = nil
        return try file.seek(atMost: key)?.followed(by: pending.border)
    }

    private mutating func nextInBoth() throws(TreeDamage) -> CheckedCursor.Entry? {
        guard let pending else { return nil }
        if let place = pending.place { return place < pending.last ? self.pending?.move(to: place + 1) : nil }
        guard let entry = try file.next(), entry.key < pending.border else {
            return self.pending?.move(to: pending.first)
        }
        return entry.followed(by: pending.border)
    }

    /// Counts the entries; those of the file by visiting every leaf.
    mutating func countEntries() throws(TreeDamage) -> UInt64 {
        let count = try file.countEntries()
        guard let pending, pending.isJoined else { return count }
        self.pending?.place = nil
        return count + UInt64(pending.blocks.count - pending.first)
    }

    // MARK: Joining

    /// The pending blocks that the file does not hold, checked to continue it; `nil` if it holds all.
    private mutating func blocksBehindFile(_ blocks: PendingBlocks) throws(EventStoreError) -> Pending? {
        let last: CheckedCursor.Entry?
        do throws(TreeDamage) {
            last = try file.last()
        } catch {
            // The same damage is reported where the log's end is read.
            return Pending(blocks: blocks, first: 0, isJoined: false)
        }
        guard let last, last.key != LogFormat.storeHeaderKey else { return try begin(with: blocks, behind: last) }
        guard last.key <= LogFormat.maxPosition else { return Pending(blocks: blocks, first: 0, isJoined: false) }
        let first = blocks.count(upTo: last.key)
        // Verified only if it does not fit: a snapshot must not pay for the checksum of a block that it may not read.
        if let header = unsafe BlockHeader(last.value), header.firstPosition == last.key,
            blocks.agree(with: header.end, at: first, lastKey: last.key)
        {
            return first < blocks.count ? Pending(blocks: blocks, first: first, isJoined: true) : nil
        }
        let block: Block
        do throws(EventStoreError) {
            block = try Block.last(last, of: file.entryCount - 1)
        } catch {
            return first < blocks.count ? Pending(blocks: blocks, first: first, isJoined: false) : nil
        }
        guard first < blocks.count else { throw .contradicted(at: last.key) }
        let next = blocks[first].firstPosition
        throw next > block.end.position + 1 ? .gap(after: block.end.position, before: next) : .contradicted(at: next)
    }

    /// The pending blocks of a file without blocks.
    private func begin(
        with blocks: PendingBlocks, behind header: CheckedCursor.Entry?
    ) throws(EventStoreError) -> Pending {
        // A file that counts blocks has lost them, which is reported where the log's end is read.
        guard file.entryCount <= 1 else { return Pending(blocks: blocks, first: 0, isJoined: false) }
        guard blocks[0].firstPosition == 1 else { throw .gap(after: 0, before: blocks[0].firstPosition) }
        if let header {
            let checksum = try unsafe MarkedHeader(header.value, path: "log.mdb").header.checksum
            guard blocks[0].before.checksum == checksum else { throw .contradicted(at: 1) }
        }
        return Pending(blocks: blocks, first: 0, isJoined: true)
    }
}

extension PendingBlocks {
    /// Whether the blocks fit the end of the file.
    ///
    /// - Parameters:
    ///   - end: The end of the file's last block.
    ///   - first: The index of the first block that is not in the file.
    ///   - key: The key of the file's last block.
    /// - Returns: Whether the first such block continues that end; without one, whether the last block is that end.
    fileprivate func agree(with end: Block.End, at first: Int, lastKey key: Position) -> Bool {
        if first < count { return self[first].before == end }
        // The last pending block is in the file, or another one in its place.
        return self[first - 1].firstPosition < key || self[first - 1].end == end
    }
}

extension CheckedCursor.Entry {
    /// The entry if pending blocks follow the file from a key on.
    fileprivate func followed(by border: UInt64) -> CheckedCursor.Entry {
        unsafe CheckedCursor.Entry(key: key, value: value, nextKey: min(nextKey, border))
    }
}
