import Nacre

/// The end of the log, which the next block continues.
struct LogEnd: Equatable {
    /// The key of the last block; 0 if there is none.
    var lastKey: Position
    /// The position of the last event.
    var head: Position
    /// The checksum of the last block, or of the store's header.
    var checksum: UInt64
    /// When the last block was recorded.
    var recordedAt: Int64
    /// The number of blocks, equal to the number of the last block in a sound log.
    var blocks: UInt64

    /// Differs from the end of any log, which forces the real one to be read.
    static let unknown = LogEnd(lastKey: .max, head: 0, checksum: 0, recordedAt: 0, blocks: 0)

    /// Reads the end of the log.
    ///
    /// - Throws: `damaged` if the last block or the event at its end is damaged.
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
