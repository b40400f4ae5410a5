import Nacre

/// Where the log ends: what the next block continues.
struct LogEnd: Equatable {
    /// The key of the last block; 0 where there is none.
    var lastKey: Position
    /// The position of the last event.
    var head: Position
    /// The checksum of the last block, or of the store's header.
    var checksum: UInt64
    /// When the last block was recorded.
    var recordedAt: Int64
    /// How many blocks there are, or the number of the last one, which is the same in a sound log.
    var blocks: UInt64

    /// Unlike the end of any log: whoever holds it reads the real one.
    static let unknown = LogEnd(lastKey: .max, head: 0, checksum: 0, recordedAt: 0, blocks: 0)

    /// Reads the end of the log.
    ///
    /// - Throws: `damaged` where the last block is, or the event at its end.
    init(_ log: inout LogSnapshot, header: StoreHeader) throws(EventStoreError) {
        guard let last = try log.lastBlock() else {
            self.init(lastKey: 0, head: 0, checksum: header.checksum, recordedAt: header.createdAt, blocks: 0)
            return
        }
        _ = try last.record(at: last.header.count - 1)
        self.init(
            lastKey: last.header.firstPosition, head: last.header.lastPosition, checksum: last.header.checksum,
            recordedAt: last.header.recordedAt, blocks: max(log.blockCount, last.header.number))
    }

    init(lastKey: Position, head: Position, checksum: UInt64, recordedAt: Int64, blocks: UInt64) {
        self.lastKey = lastKey
        self.head = head
        self.checksum = checksum
        self.recordedAt = recordedAt
        self.blocks = blocks
    }
}
