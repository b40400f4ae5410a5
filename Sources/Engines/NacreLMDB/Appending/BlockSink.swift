import LMDB
import Nacre

/// Where the blocks of a group go: into LMDB's pages, or into memory for the journal.
protocol BlockSink: ~Copyable {
    /// Reserves the memory of the next block of the log.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the block.
    ///   - position: Its first position.
    /// - Returns: The memory, which the caller fills before it calls again.
    /// - Throws: ``LMDBError`` if there is no room.
    borrowing func reserve(_ byteCount: Int, at position: Position) throws(LMDBError) -> UnsafeMutableRawBufferPointer
}

extension WriteTransaction: BlockSink {
    borrowing func reserve(_ byteCount: Int, at position: Position) throws(LMDBError) -> UnsafeMutableRawBufferPointer {
        try unsafe PositionKey(position).withBytes { (key) throws(LMDBError) in
            try unsafe reserve(key: key, count: byteCount, appending: true)
        }
    }
}
