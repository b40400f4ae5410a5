import LMDB
import Nacre

/// The log as one transaction sees it: blocks and records by position.
///
/// Everything that reads the log goes through this type; nobody else knows what the log is made of. Valid only inside
/// the transaction of its cursor.
struct LogSnapshot: ~Copyable {
    private var cursor: Cursor

    init(_ cursor: consuming Cursor) {
        self.cursor = cursor
    }

    /// The log as a write transaction sees it.
    init(in transaction: borrowing WriteTransaction) throws(EventStoreError) {
        cursor = try logAccess { () throws(LMDBError) in try transaction.openCursor() }
    }

    /// The last block; `nil` where the log is empty.
    mutating func lastBlock() throws(EventStoreError) -> Block? {
        try block(logAccess { () throws(LMDBError) in try cursor.last() })
    }

    /// The key of the last block, without looking at its bytes; 0 where the log is empty.
    mutating func lastKey() throws(EventStoreError) -> Position {
        guard let entry = try logAccess({ () throws(LMDBError) in try cursor.last() }) else { return 0 }
        return try key(entry)
    }

    /// The position of the last event; 0 where the log is empty.
    mutating func head() throws(EventStoreError) -> Position {
        try lastBlock()?.header.lastPosition ?? 0
    }

    /// How far the log can be read: the position of the last event, or, where the last block is damaged, of the first
    /// event in it, with the error that reading it gives.
    mutating func readableEnd() throws(EventStoreError) -> (position: Position, damage: EventStoreError?) {
        do throws(EventStoreError) {
            return (try head(), nil)
        } catch  where error.code == .damaged {
            return (try lastKey(), error)
        }
    }

    /// The block that holds a position of the log.
    mutating func block(containing position: Position) throws(EventStoreError) -> Block {
        try blockEntry(containing: position).block(holding: position)
    }

    /// Where the block stands that holds a position of the log, if one does: nothing but keys is looked at.
    mutating func blockEntry(containing position: Position) throws(EventStoreError) -> BlockEntry {
        let beyond = try PositionKey(position).withBytes { (key) throws(EventStoreError) in
            try logAccess { () throws(LMDBError) in try cursor.seek(atLeast: key) }
        }
        // A neighbour whose key is damaged is told to whoever asks for what it holds, and to nobody else.
        let end = beyond.map { PositionKey.position(of: $0.key) ?? 0 } ?? .max
        let found =
            if end == position { beyond } else {
                try logAccess { () throws(LMDBError) in try beyond == nil ? cursor.last() : cursor.previous() }
            }
        guard let found, case let first = try key(found), first != LogFormat.storeHeaderKey else {
            throw .noBlock(holding: position)
        }
        return BlockEntry(bytes: found.value, position: first, end: max(end, first &+ 1))
    }

    /// The block behind the one that was looked at last; `nil` at the end.
    mutating func nextBlock() throws(EventStoreError) -> Block? {
        try block(logAccess { () throws(LMDBError) in try cursor.next() })
    }

    /// The first block whose key is beyond a position, damaged or not; `nil` where there is none.
    mutating func entry(
        after position: Position
    ) throws(EventStoreError) -> (position: Position, block: Result<Block, EventStoreError>)? {
        let entry = try PositionKey(position + 1).withBytes { (key) throws(EventStoreError) in
            try logAccess { () throws(LMDBError) in try cursor.seek(atLeast: key) }
        }
        guard let entry else { return nil }
        let position = try key(entry)
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
        guard let entry = try logAccess({ () throws(LMDBError) in try cursor.first() }) else { return nil }
        guard PositionKey.position(of: entry.key) == LogFormat.storeHeaderKey else {
            throw EventStoreError(
                .notAStore, "\(path) is not the log of a Nacre store: it does not begin with position 0")
        }
        return try StoreHeader(entry.value, path: path)
    }

    /// The checksum of the block that holds a position; of the store's header for position 0.
    mutating func fingerprint(at position: Position, of header: StoreHeader) throws(EventStoreError) -> UInt64 {
        guard position > 0 else { return header.checksum }
        return try block(containing: position).header.checksum
    }

    private func block(_ entry: Cursor.Entry?) throws(EventStoreError) -> Block? {
        guard let entry else { return nil }
        let position = try key(entry)
        guard position != LogFormat.storeHeaderKey else { return nil }
        return try Block(entry.value, at: position)
    }

    private func key(_ entry: Cursor.Entry) throws(EventStoreError) -> Position {
        guard let position = PositionKey.position(of: entry.key) else {
            throw EventStoreError(
                .damaged, "the log holds a key of \(entry.key.count) bytes, keys have 8: restore it from a backup")
        }
        return position
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

extension LMDBError {
    /// The error as a reader of the log gets it.
    var ofLog: EventStoreError {
        // A read that began just before the store was closed finds the environment closed.
        if code == .closed { return .storeClosed }
        return EventStoreError(.inputOutput, "the log cannot be read: \(message)", cause: self)
    }
}
