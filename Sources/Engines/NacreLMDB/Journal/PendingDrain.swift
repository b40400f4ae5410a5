import LMDB
import Nacre

/// Puts pending blocks into LMDB.
enum PendingDrain {
    /// What a commit has put into LMDB.
    struct Result {
        /// The position of its last event.
        let end: Position
        let byteCount: Int
    }

    /// Puts pending blocks into LMDB in one durable commit of whole groups.
    ///
    /// - Parameters:
    ///   - environment: The log.
    ///   - most: The size of the commit, which ends with the group that reaches it.
    ///   - fail: Called if LMDB cannot be written, before another thread can begin a transaction.
    /// - Returns: What was committed; `nil` if nothing is pending.
    /// - Throws: ``LMDBError`` or `EventStoreError` if LMDB cannot be written.
    static func commit(
        in environment: Environment, atMost most: Int, failing fail: (any Error) -> Void
    ) throws -> Result? {
        try environment.writeLog { (transaction: consuming WriteTransaction) in
            do {
                guard let drained = try put(into: transaction, atMost: most) else { return nil }
                try transaction.commit()
                return drained
            } catch {
                // A full map grows, and the commit is tried again.
                if (error as? LMDBError)?.code != .mapFull { fail(error) }
                throw error
            }
        }
    }

    /// Puts the pending blocks that LMDB lacks into a transaction.
    ///
    /// - Parameters:
    ///   - transaction: The transaction, which has not written blocks yet.
    ///   - most: The bytes after which it ends with the next end of a group; by default, everything is put.
    /// - Returns: What was put; `nil` if LMDB lacks nothing.
    /// - Throws: ``LMDBError`` or `EventStoreError` if LMDB cannot be written, or does not end where the blocks begin.
    static func put(into transaction: borrowing WriteTransaction, atMost most: Int = .max) throws -> Result? {
        guard let pending = transaction.pendingBlocks.blocks else { return nil }
        var index = try LogSnapshot.firstMissing(of: pending, in: transaction)
        var byteCount = 0
        var end: Position?
        try transaction.checkFreePages(forBytes: min(most, pending.byteCount))
        while index < pending.count {
            let block = pending[index]
            try unsafe PositionKey(block.firstPosition).withBytes { key in
                try unsafe transaction.append(key, block.bytes)
            }
            unsafe byteCount += block.bytes.count
            end = block.end.position
            index += 1
            if block.endsGroup, byteCount >= most { break }
        }
        return end.map { Result(end: $0, byteCount: byteCount) }
    }
}

extension WriteTransaction {
    /// About the bytes of blocks in one page of LMDB, and the pages of the tree that a commit writes besides.
    private static let bytesPerPage = 4_096
    private static let treePages = 64

    /// Checks that the free pages that a commit takes hold no blocks of the log (APP-12).
    ///
    /// - Parameter byteCount: The bytes of blocks that it appends.
    /// - Throws: `damaged` if one does; `inputOutput` if the disk fails.
    func checkFreePages(forBytes byteCount: Int) throws(EventStoreError) {
        do {
            try unsafe checkFreePages(
                limit: byteCount / Self.bytesPerPage + Self.treePages, keyOfValue: BlockHeader.position(ofBlock:))
        } catch {
            throw .reading(error)
        }
    }
}
