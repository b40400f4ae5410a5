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
    private let buffer: BlockBuffer

    /// Copies a block.
    ///
    /// - Parameters:
    ///   - bytes: The block, exactly as `log.mdb` will hold it.
    ///   - position: Its first position.
    /// - Throws: `damaged` if it is damaged.
    init(copying bytes: UnsafeRawBufferPointer, at position: Position) throws(EventStoreError) {
        let header = try unsafe Block(bytes, at: position).header
        firstPosition = position
        count = header.count
        before = Block.End(position: position - 1, checksum: header.previousChecksum)
        end = header.end
        buffer = unsafe BlockBuffer(copying: bytes)
    }

    /// The block's bytes, valid as long as this value or a copy of it is retained.
    var bytes: UnsafeRawBufferPointer { unsafe buffer.bytes }
}

/// The memory of a pending block.
///
/// `@unchecked Sendable` is right because the bytes are written in `init` alone, and freed in `deinit`, when no other
/// reference is left.
///
/// `@safe` is right because the memory is its own.
@safe
private final class BlockBuffer: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(copying block: UnsafeRawBufferPointer) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: block.count, alignment: 16)
        unsafe copy.copyMemory(from: block)
        unsafe bytes = UnsafeRawBufferPointer(copy)
    }

    deinit { unsafe bytes.deallocate() }
}
