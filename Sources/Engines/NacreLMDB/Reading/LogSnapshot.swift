import LMDB
import Nacre

/// The log as one transaction sees it: blocks and records by position.
///
/// Everything that reads the log goes through this type; nothing else knows what the log is made of. Each page on the
/// way to a block is checked before it is used, and each block that follows another must continue it. Valid only inside
/// the transaction of its cursor.
struct LogSnapshot: ~Copyable {
    private var cursor: CheckedCursor

    init(_ cursor: consuming CheckedCursor) {
        self.cursor = cursor
    }

    /// The log as it was before a write transaction, which is how the transaction finds it until it writes.
    init(in transaction: borrowing WriteTransaction) throws(EventStoreError) {
        do {
            cursor = try transaction.openCheckedCursor()
        } catch {
            throw .reading(error)
        }
    }

    /// How many blocks the file says that the log has.
    var blockCount: UInt64 { cursor.entryCount > 0 ? cursor.entryCount - 1 : 0 }

    /// The last block; `nil` where the log is empty.
    ///
    /// - Throws: `damaged` where it is, or where it is not the last of the blocks that were recorded.
    mutating func lastBlock() throws(EventStoreError) -> Block? {
        guard let entry = try logAccess({ () throws(TreeDamage) in try cursor.last() }) else { return nil }
        guard entry.key != LogFormat.storeHeaderKey else {
            guard blockCount == 0 else { throw .lostEnd(after: 0, block: 0, of: blockCount) }
            return nil
        }
        guard entry.key <= LogFormat.greatestPosition else { throw try strayEnd(entry.key) }
        let block = try Block(entry.value, at: entry.key, isReadThrough: false)
        // A page that a disk put back may leave out the newest blocks, and be sound otherwise.
        // Without a number, it is at least known that each block has an event.
        let number = block.header.number
        guard blockCount <= (number == BlockHeader.unnumbered ? block.header.lastPosition : number) else {
            throw .lostEnd(after: block.header.lastPosition, block: number, of: blockCount)
        }
        return block
    }

    /// The error of a log whose last key is no position: it names the first one that is lost.
    private mutating func strayEnd(_ key: UInt64) throws(EventStoreError) -> EventStoreError {
        let before = try logAccess { () throws(TreeDamage) in try cursor.seek(atMost: LogFormat.greatestPosition) }
        guard let before, before.key != LogFormat.storeHeaderKey else { return .strayKey(key, at: 1) }
        return .strayKey(key, at: try Block(before.value, at: before.key).header.lastPosition + 1)
    }

    /// The key of the last block, without looking at its bytes; 0 where the log is empty.
    mutating func lastKey() throws(EventStoreError) -> Position {
        try logAccess { () throws(TreeDamage) in try cursor.last() }?.position ?? 0
    }

    /// The position of the last event; 0 where the log is empty.
    mutating func head() throws(EventStoreError) -> Position {
        try lastBlock()?.header.lastPosition ?? 0
    }

    /// How far the log can be read: the position of the last event, or, where the last block is damaged or missing, of
    /// the first event that is lost, with the error that reading it gives.
    mutating func readableEnd() throws(EventStoreError) -> (position: Position, damage: EventStoreError?) {
        do throws(EventStoreError) {
            return (try head(), nil)
        } catch {
            guard error.code == .damaged else { throw error }
            return (min(max(error.position ?? 1, 1), LogFormat.greatestPosition), error)
        }
    }

    /// How many blocks the log has, which is the number of the last one.
    ///
    /// - Throws: `damaged` where the file says another number: it lacks blocks, or its own count is wrong.
    mutating func checkedBlockCount() throws(EventStoreError) -> UInt64 {
        guard let last = try lastBlock(), last.header.number != BlockHeader.unnumbered else { return blockCount }
        guard last.header.number == blockCount else {
            throw .miscounted(blockCount, last: last.header.number, at: last.header.lastPosition)
        }
        return blockCount
    }

    /// Counts the blocks of a log whose last block has no number, as those that were written before blocks had one.
    ///
    /// - Throws: `damaged` where the log lacks blocks.
    /// - Complexity: O(*n*) in the pages that lead to the blocks, for such a log alone.
    mutating func countUnnumberedBlocks() throws(EventStoreError) {
        guard let last = try lastBlock(), last.header.number == BlockHeader.unnumbered else { return }
        let counted = try logAccess { () throws(TreeDamage) in try cursor.countEntries() } - 1
        guard counted == blockCount else {
            throw .lostEnd(after: last.header.lastPosition, block: counted, of: blockCount)
        }
    }

    /// The block that holds a position of the log.
    mutating func block(containing position: Position) throws(EventStoreError) -> Block {
        try blockEntry(containing: position).block(holding: position)
    }

    /// The block that holds a position of the log, for a reader that goes through all blocks.
    ///
    /// - Throws: `damaged` where it is, or claims positions of the next one: that reader would miss the next one.
    mutating func block(amongAll position: Position) throws(EventStoreError) -> Block {
        let entry = try blockEntry(containing: position)
        let block = try entry.block(holding: position)
        try block.checkEnds(before: entry.end)
        return block
    }

    /// Where the block stands that holds a position of the log, if one does: nothing but keys is looked at.
    mutating func blockEntry(containing position: Position) throws(EventStoreError) -> BlockEntry {
        let found = try logAccess(to: position) { () throws(TreeDamage) in try cursor.seek(atMost: position) }
        guard let found, found.key != LogFormat.storeHeaderKey else { throw .noBlock(holding: position) }
        // A neighbour whose key is damaged is reported where what it holds is asked for, and nowhere else.
        return BlockEntry(
            bytes: found.value, position: try found.position, end: max(found.nextKey, found.key &+ 1))
    }

    /// Where the block ends that a checkpoint is at; a checkpoint before the first event says nothing of the header.
    mutating func end(of checkpoint: Checkpoint) throws(EventStoreError) -> Block.End {
        try checkpoint.position == 0 ? beginning() : Block.End(checkpoint)
    }

    /// What the first block continues: the store's header.
    mutating func beginning() throws(EventStoreError) -> Block.End {
        guard let header = try storeHeader(path: "log.mdb") else { throw .notALog("log.mdb") }
        return Block.End(position: 0, checksum: header.checksum)
    }

    /// The block that holds the event behind a position, which continues what is before it.
    ///
    /// - Parameters:
    ///   - position: The position; behind 0, the block continues the store's header.
    ///   - end: Where the block before it ends, if that was read; otherwise it is read now. One that is damaged itself is
    ///     read around.
    /// - Returns: The block.
    /// - Throws: `damaged` where it is, or does not continue what is before it.
    mutating func block(behind position: Position, continuing end: Block.End?) throws(EventStoreError) -> Block {
        if let end { return try block(after: end) }
        guard position > 0 else { return try block(after: beginning()) }
        // A reader that comes back to where it met a broken chain must meet it again.
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

    /// The block that follows the end of another one, or of the store's header.
    ///
    /// - Throws: `damaged` where it does not begin right behind that end, or does not refer to its checksum.
    mutating func block(after end: Block.End) throws(EventStoreError) -> Block {
        let block = try block(amongAll: end.position + 1)
        try block.checkContinues(end)
        return block
    }

    /// The block behind another one, at which the cursor stands; `nil` at the end of the log.
    ///
    /// - Throws: `damaged` where it does not continue that block.
    mutating func nextBlock(after block: Block) throws(EventStoreError) -> Block? {
        let end = block.end
        guard let entry = try logAccess(to: end.position + 1, { () throws(TreeDamage) in try cursor.next() }) else {
            return nil
        }
        let next = try Block(entry.value, at: entry.position)
        try next.checkContinues(end)
        try next.checkEnds(before: entry.nextKey)
        return next
    }

    /// The first block whose key is beyond a position, damaged or not; `nil` where there is none.
    ///
    /// - Parameter position: The position.
    /// - Returns: The key, and the block or what is wrong with it.
    /// - Throws: `damaged` where the key is no position, or what leads to it is damaged.
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
            return (position, .success(try Block(entry.value, at: position)))
        } catch {
            return (position, .failure(error))
        }
    }

    /// The record at a position that the log holds.
    mutating func record(at position: Position) throws(EventStoreError) -> Record {
        let block = try block(containing: position)
        return try block.record(at: block.index(of: position))
    }

    /// The value under position 0.
    mutating func storeHeader(path: String) throws(EventStoreError) -> StoreHeader? {
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
        return try StoreHeader(entry.value, path: path)
    }

    /// Whether the block that holds a checkpoint's position is the one that the checkpoint names.
    ///
    /// - Parameters:
    ///   - checkpoint: A position that the log has reached; 0 fits any log.
    ///   - endsBlock: Whether it is to be the block's last position too.
    /// - Returns: The answer; `nil` where the block is damaged, which tells nothing about the checkpoint.
    /// - Throws: `inputOutput` where the log cannot be read.
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

    /// The checksum of the block that holds a position; of the store's header for position 0.
    mutating func fingerprint(at position: Position, of header: StoreHeader) throws(EventStoreError) -> UInt64 {
        guard position > 0 else { return header.checksum }
        return try block(containing: position).header.checksum
    }
}

/// Runs a call that goes through the pages of the log, and reports damage in the store's own words.
///
/// - Parameters:
///   - position: The position that is sought, for the error; where it is not given, the first that is lost.
///   - body: The call.
/// - Returns: What the call returns.
/// - Throws: `damaged` where a page is.
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
    /// The key, which is a position that a log can hold.
    ///
    /// - Throws: `damaged` where it is not.
    fileprivate var position: Position {
        get throws(EventStoreError) {
            guard key <= LogFormat.greatestPosition else { throw .strayKey(key, at: nil) }
            return key
        }
    }
}

/// Runs a call of LMDB on the log, and tells its failure in the store's own words.
func logAccess<Result: ~Copyable>(_ body: () throws(LMDBError) -> Result) throws(EventStoreError) -> Result {
    do throws(LMDBError) {
        return try body()
    } catch {
        throw error.ofLog
    }
}

extension EventStoreError {
    /// The error of reading the log, for a failure of LMDB's or of a page.
    static func reading(_ error: any Error) -> EventStoreError {
        switch error {
        case let error as EventStoreError: error
        case let error as LMDBError: error.ofLog
        case let damage as TreeDamage: .damagedPage(damage, at: nil)
        default: EventStoreError(.inputOutput, "the log cannot be read", cause: error)
        }
    }

    /// The error of a key that is no position of a log.
    fileprivate static func strayKey(_ key: UInt64, at position: Position?) -> EventStoreError {
        EventStoreError(
            .damaged, "log.mdb holds the key \(key), which is no position of a log: restore the store from a backup",
            position: position)
    }

    fileprivate static func notALog(_ path: String) -> EventStoreError {
        EventStoreError(.notAStore, "\(path) is not the log of a Nacre store: it does not begin with position 0")
    }

    fileprivate static func damagedPage(_ damage: TreeDamage, at position: Position?) -> EventStoreError {
        let position = position ?? max(damage.leastKey, 1)
        return EventStoreError(
            .damaged,
            "what leads to position \(position) in log.mdb is damaged: \(damage); restore the store from a backup, or "
                + "read around it",
            position: position, cause: damage)
    }

    /// The error of a log that has another number of blocks than its last block says.
    fileprivate static func miscounted(_ count: UInt64, last: UInt64, at position: Position) -> EventStoreError {
        EventStoreError(
            .damaged,
            "log.mdb counts \(count) blocks, where the last one, which ends at position \(position), is number \(last): "
                + "verify the store, and restore it from a backup")
    }

    /// The error of a log whose newest blocks are missing.
    ///
    /// - Parameters:
    ///   - position: The last one that is there.
    ///   - block: The number of the block that holds it.
    ///   - count: How many blocks were recorded.
    /// - Returns: The error, at the first position that is lost.
    static func lostEnd(after position: Position, block: UInt64, of count: UInt64) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the log ends at position \(position) with block \(block), where \(count) blocks were recorded: events from "
                + "position \(position + 1) on were lost; restore the store from a backup",
            position: position + 1)
    }
}

extension LMDBError {
    /// The error as a reader of the log gets it.
    var ofLog: EventStoreError {
        // A read that began just before the store was closed finds the environment closed.
        if code == .closed { return .storeClosed }
        return EventStoreError(disk: self, "the log cannot be read")
    }
}
