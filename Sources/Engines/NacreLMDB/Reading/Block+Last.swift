import LMDB
import Nacre

extension Block {
    /// The block of the log's last entry.
    ///
    /// - Parameters:
    ///   - entry: The entry, whose key is a position.
    ///   - blockCount: The number of blocks, according to the file's entry count.
    /// - Returns: The block.
    /// - Throws: `damaged` if it is damaged, or is not the last block that was recorded.
    @inline(__always)
    static func last(
        _ entry: CheckedCursor.Entry, of blockCount: UInt64
    ) throws(EventStoreError) -> Block {
        let block = try unsafe Block(entry.value, at: entry.key, isReadThrough: false)
        // A stale page from the disk may omit the newest blocks and be valid otherwise, so the number of blocks is
        // compared. For an unnumbered block the bound is weaker: each block holds at least one event.
        let number = block.header.number
        guard blockCount <= (number == BlockHeader.unnumbered ? block.header.lastPosition : number) else {
            throw .lostEnd(after: block.header.lastPosition, block: number, of: blockCount)
        }
        return block
    }
}
