import Nacre

/// A block that is durable in the journal and may not be in `log.mdb` yet.
///
/// `@safe` is right because the bytes belong to the buffer that it retains, and ``PendingBlocks`` keeps both together.
@safe
struct PendingBlock: Sendable {
    let firstPosition: Position
    /// The number of events.
    let count: Int
    /// The end of the block before it.
    let before: Block.End
    /// The end that the next block continues.
    let end: Block.End
    /// Whether it is the last block of its group, which `log.mdb` takes in whole.
    let endsGroup: Bool
    private let buffer: BlockBuffer

    /// Takes over a buffer that a writer has filled.
    ///
    /// - Parameters:
    ///   - buffer: A whole block, exactly as `log.mdb` will hold it.
    ///   - endsGroup: Whether it is the last block of its group.
    init(filled buffer: BlockBuffer, endsGroup: Bool) {
        let bytes = unsafe buffer.bytes
        firstPosition = unsafe bytes.integer(at: BlockLayout.firstPositionOffset)
        count = unsafe Int(bytes.integer(at: BlockLayout.countOffset, as: UInt32.self))
        before = unsafe Block.End(
            position: firstPosition - 1, checksum: bytes.integer(at: BlockLayout.previousChecksumOffset))
        end = unsafe Block.End(
            position: firstPosition + UInt64(count) - 1, checksum: bytes.integer(at: BlockLayout.checksumOffset))
        self.endsGroup = endsGroup
        self.buffer = buffer
    }

    /// The block's bytes, valid as long as this value or a copy of it is retained.
    var bytes: UnsafeRawBufferPointer { unsafe buffer.bytes }
}
