import LMDB
import Nacre

/// The log as seen by one transaction and the pending blocks: blocks and records by position.
///
/// The only type that knows how the log is stored; all reads go through it. Each page on the path to a block is checked
/// before it is used, and each block must continue the one before it. Valid only inside the transaction of its cursor.
struct LogSnapshot: ~Copyable {
    // READ-01: `LogSnapshot` is the only view of the log.

    private var cursor: LogCursor

    /// The log of a transaction, without pending blocks.
    @inline(__always)
    init(_ cursor: consuming CheckedCursor) {
        self.cursor = LogCursor(cursor)
    }

    /// The log as committed before a write transaction, which has not written yet.
    ///
    /// - Throws: `inputOutput` if blocks are pending: what the transaction appends would not continue them.
    init(in transaction: borrowing WriteTransaction) throws(EventStoreError) {
        if let pending = transaction.pendingBlocks.blocks { try Self.check(pending, areIn: transaction) }
        try self.init(storedIn: transaction)
    }

    /// What LMDB has of the log before a write transaction, whatever is pending.
    init(storedIn transaction: borrowing WriteTransaction) throws(EventStoreError) {
        do {
            cursor = LogCursor(try transaction.openCheckedCursor())
        } catch {
            throw .reading(error)
        }
    }

    /// The log as committed before a write transaction, joined with the pending blocks, which the transaction puts into
    /// the file before it appends others.
    ///
    /// - Throws: `inputOutput` if they do not continue the file.
    init(joiningPendingIn transaction: borrowing WriteTransaction) throws(EventStoreError) {
        do {
            var joined = LogCursor(try transaction.openCheckedCursor())
            if let pending = transaction.pendingBlocks.blocks { try joined.join(pending) }
            cursor = joined
        } catch {
            throw .reading(error)
        }
    }

    /// Checks that the file holds all pending blocks.
    private static func check(
        _ pending: PendingBlocks, areIn transaction: borrowing WriteTransaction
    ) throws(EventStoreError) {
        if try firstMissing(of: pending, in: transaction) < pending.count {
            throw EventStoreError.pendingBlocks(upTo: pending.end.position)
        }
    }

    /// The index of the first pending block that the file lacks; their number if it lacks none.
    ///
    /// - Throws: `damaged` if the file's last block, which they continue, is damaged; `inputOutput` if they do not
    ///   continue it.
    static func firstMissing(
        of pending: PendingBlocks, in transaction: borrowing WriteTransaction
    ) throws(EventStoreError) -> Int {
        do {
            var log = LogSnapshot(try transaction.openCheckedCursor())
            try log.join(pending)
            guard let first = log.cursor.firstPending else { return pending.count }
            // Reading its last block reports the damage.
            if !log.cursor.isJoined { _ = try log.lastBlock() }
            return first
        } catch {
            throw .reading(error)
        }
    }

    /// Joins the log with pending blocks, which were taken before the transaction began.
    ///
    /// - Throws: `inputOutput` if they do not continue the file.
    mutating func join(_ pending: PendingBlocks) throws(EventStoreError) {
        try cursor.join(pending)
    }

    /// The number of blocks, according to the file's entry count.
    var blockCount: UInt64 { cursor.entryCount > 0 ? cursor.entryCount - 1 : 0 }

    /// The last block; `nil` if the log is empty.
    ///
    /// - Throws: `damaged` if it is damaged, or is not the last block that was recorded.
    mutating func lastBlock() throws(EventStoreError) -> Block? {
        // FMT-05: Each block has a sequence number.
        guard let entry = try logAccess({ () throws(TreeDamage) in try cursor.last() }) else { return nil }
        guard entry.key != LogFormat.storeHeaderKey else {
            guard blockCount == 0 else { throw .lostEnd(after: 0, block: 0, of: blockCount) }
            return nil
        }
        guard entry.key <= LogFormat.maxPosition else { throw try strayEnd(entry.key) }
        return try Block.last(entry, of: blockCount)
    }

    /// The error of a log whose last key is not a position; it names the first lost position.
    private mutating func strayEnd(_ key: UInt64) throws(EventStoreError) -> EventStoreError {
        let before = try logAccess { () throws(TreeDamage) in try cursor.seek(atMost: LogFormat.maxPosition) }
        guard let before, before.key != LogFormat.storeHeaderKey else { return .strayKey(key, at: 1) }
        return unsafe .strayKey(key, at: try Block(before.value, at: before.key).header.lastPosition + 1)
    }

    /// The key of the last block, without reading its value; 0 if the log is empty.
    mutating func lastKey() throws(EventStoreError) -> Position {
        try logAccess { () throws(TreeDamage) in try cursor.last() }?.position ?? 0
    }

    /// The position of the last event; 0 if the log is empty.
    mutating func head() throws(EventStoreError) -> Position {
        try lastBlock()?.header.lastPosition ?? 0
    }

    /// How far the log can be read: the position of the last event.
    ///
    /// If the last block is damaged or missing, it is the position of the first lost event, with the error of reading
    /// it.
    mutating func readableEnd() throws(EventStoreError) -> (position: Position, damage: EventStoreError?) {
        do throws(EventStoreError) {
            return (try head(), nil)
        } catch {
            guard error.code == .damaged else { throw error }
            return (min(max(error.position ?? 1, 1), LogFormat.maxPosition), error)
        }
    }

    /// The number of blocks, which equals the number of the last one.
    ///
    /// - Throws: `damaged` if the file's entry count differs: blocks are missing, or the count is wrong.
    mutating func checkedBlockCount() throws(EventStoreError) -> UInt64 {
        guard let last = try lastBlock(), last.header.number != BlockHeader.unnumbered else { return blockCount }
        guard last.header.number == blockCount else {
            throw .miscounted(blockCount, last: last.header.number, at: last.header.lastPosition)
        }
        return blockCount
    }

    /// Counts the blocks of a log whose last block is unnumbered, because an older program wrote it.
    ///
    /// - Throws: `damaged` if blocks are missing.
    /// - Complexity: O(*n*) in the pages that lead to the blocks, and only for such a log.
    mutating func countUnnumberedBlocks() throws(EventStoreError) {
        guard let last = try lastBlock(), last.header.number == BlockHeader.unnumbered else { return }
        let counted = try logAccess { () throws(TreeDamage) in try cursor.countEntries() } - 1
        guard counted == blockCount else {
            throw .lostEnd(after: last.header.lastPosition, block: counted, of: blockCount)
        }
    }

    /// The block that contains a position of the log.
    mutating func block(containing position: Position) throws(EventStoreError) -> Block {
        try blockEntry(containing: position).block(holding: position)
    }

    /// The block that contains a position of the log, for a reader that visits every block.
    ///
    /// - Throws: `damaged` if it is damaged, or claims positions of the next block, which the reader would miss.
    mutating func block(amongAll position: Position) throws(EventStoreError) -> Block {
        let entry = try blockEntry(containing: position)
        let block = try entry.block(holding: position)
        try block.checkEnds(before: entry.end)
        return block
    }

    /// The entry of the block that contains a position of the log, found by keys alone.
    mutating func blockEntry(containing position: Position) throws(EventStoreError) -> BlockEntry {
        let found = try logAccess(to: position) { () throws(TreeDamage) in try cursor.seek(atMost: position) }
        guard let found, found.key != LogFormat.storeHeaderKey else { throw .noBlock(holding: position) }
        // Damage of a neighbouring key is reported when that neighbour's positions are read, not here.
        return unsafe BlockEntry(
            bytes: found.value, position: try found.position, end: max(found.nextKey, found.key &+ 1))
    }

    /// The end of the block at a checkpoint; for a checkpoint at position 0, that of the store's header.
    mutating func end(of checkpoint: Checkpoint) throws(EventStoreError) -> Block.End {
        try checkpoint.position == 0 ? beginning() : Block.End(checkpoint)
    }

    /// The store's header, as the end that the first block continues.
    mutating func beginning() throws(EventStoreError) -> Block.End {
        guard let header = try storeHeader(path: "log.mdb") else { throw .notALog("log.mdb") }
        return Block.End(position: 0, checksum: header.checksum)
    }

    /// The block that holds the event after a position; it is checked to continue the block before it.
    ///
    /// - Parameters:
    ///   - position: The position; after 0, the block continues the store's header.
    ///   - end: The end of the block before it, if known; otherwise it is read, unless that block is damaged.
    /// - Returns: The block.
    /// - Throws: `damaged` if it is damaged or does not continue the block before it.
    mutating func block(behind position: Position, continuing end: Block.End?) throws(EventStoreError) -> Block {
        if let end { return try block(after: end) }
        guard position > 0 else { return try block(after: beginning()) }
        // Check the chain again: a read that resumes at a broken chain must fail again.
        let before: Block?
        do throws(EventStoreError) {
            before = try block(containing: position)
        } catch {
            guard error.code == .damaged else { throw error }
            before = nil
        }
        let block = try block(amongAll: position + 1)
        if let before, block.header.firstPosition == position + 1 { try block.checkContinues(before.end) }
        return block
    }

    /// The block that continues a given end.
    ///
    /// - Throws: `damaged` if it does not begin directly after that end or does not refer to its checksum.
    mutating func block(after end: Block.End) throws(EventStoreError) -> Block {
        let block = try block(amongAll: end.position + 1)
        try block.checkContinues(end)
        return block
    }

    /// The block after another one, where the cursor is; `nil` at the end of the log.
    ///
    /// - Throws: `damaged` if it does not continue that block.
    mutating func nextBlock(after block: Block) throws(EventStoreError) -> Block? {
        let end = block.end
        guard let entry = try logAccess(to: end.position + 1, { () throws(TreeDamage) in try cursor.next() }) else {
            return nil
        }
        let next = try unsafe Block(entry.value, at: entry.position)
        try next.checkContinues(end)
        try next.checkEnds(before: entry.nextKey)
        return next
    }

    /// The first block whose key is beyond a position, damaged or not; `nil` if there is none.
    ///
    /// - Parameter position: The position.
    /// - Returns: The key, and the block or its damage.
    /// - Throws: `damaged` if the key is not a position, or a page that leads to it is damaged.
    mutating func entry(
        after position: Position
    ) throws(EventStoreError) -> (position: Position, block: Result<Block, EventStoreError>)? {
        let entry = try logAccess(to: position + 1) { () throws(TreeDamage) in
            _ = try cursor.seek(atMost: position)
            return try cursor.next()
        }
        guard let entry else { return nil }
        let position = try entry.position
        do throws(EventStoreError) {
            return unsafe (position, .success(try Block(entry.value, at: position)))
        } catch {
            return (position, .failure(error))
        }
    }

    /// The record at a position that the log holds.
    mutating func record(at position: Position) throws(EventStoreError) -> Record {
        let block = try block(containing: position)
        return try block.record(at: block.index(of: position))
    }

    /// The store's header, at position 0.
    mutating func storeHeader(path: String) throws(EventStoreError) -> StoreHeader? {
        try markedHeader(path: path)?.header
    }

    /// The store's header, with the mark of the journal.
    mutating func markedHeader(path: String) throws(EventStoreError) -> MarkedHeader? {
        let entry: CheckedCursor.Entry?
        do throws(TreeDamage) {
            entry = try cursor.first()
        } catch {
            // Another program's file may have keys of any length.
            guard error.isForeignKey else { throw .damagedPage(error, at: nil) }
            throw .notALog(path)
        }
        guard let entry else { return nil }
        guard entry.key == LogFormat.storeHeaderKey else { throw .notALog(path) }
        return try unsafe MarkedHeader(entry.value, path: path)
    }

    /// Whether a checkpoint fits the log: its fingerprint is the checksum of the block that holds its position.
    ///
    /// - Parameters:
    ///   - checkpoint: A position that the log has reached; 0 fits any log.
    ///   - endsBlock: Whether the position must be the last of its block.
    /// - Returns: Whether it fits; `nil` if the block is damaged, which proves nothing about the checkpoint.
    /// - Throws: `inputOutput` if the log cannot be read.
    mutating func fits(_ checkpoint: Checkpoint, endsBlock: Bool = false) throws(EventStoreError) -> Bool? {
        guard checkpoint.position > 0 else { return true }
        do throws(EventStoreError) {
            let end = try block(containing: checkpoint.position).end
            return end.checksum == checkpoint.fingerprint && (!endsBlock || end.position == checkpoint.position)
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
    }

    /// The checksum of the block that holds a position; for position 0, that of the store's header.
    mutating func fingerprint(at position: Position, of header: StoreHeader) throws(EventStoreError) -> UInt64 {
        guard position > 0 else { return header.checksum }
        return try block(containing: position).header.checksum
    }
}

/// Runs a call that visits pages of the log, and converts its errors.
///
/// - Parameters:
///   - position: The position to report; by default, the first lost position.
///   - body: The call.
/// - Returns: The result of the call.
/// - Throws: `damaged` if a page is damaged.
private func logAccess<Result>(
    to position: Position? = nil, _ body: () throws(TreeDamage) -> Result
) throws(EventStoreError) -> Result {
    do throws(TreeDamage) {
        return try body()
    } catch {
        throw .damagedPage(error, at: position)
    }
}

extension CheckedCursor.Entry {
    /// The key as a position of the log.
    ///
    /// - Throws: `damaged` if it is not one.
    fileprivate var position: Position {
        get throws(EventStoreError) {
            guard key <= LogFormat.maxPosition else { throw .strayKey(key, at: nil) }
            return key
        }
    }
}

/// Runs an LMDB call on the log and converts its errors.
func logAccess<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws(EventStoreError) -> Result {
    do throws(LMDBError) {
        return try body()
    } catch {
        throw error.ofLog
    }
}
