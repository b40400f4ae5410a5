import LMDB
import Nacre

/// The blocks of one group for the journal, built in memory of their own.
final class JournalGroup: BlockSink {
    private var buffers: [BlockBuffer] = []

    func reserve(_ byteCount: Int, at position: Position) throws(LMDBError) -> UnsafeMutableRawBufferPointer {
        let buffer = BlockBuffer(byteCount: byteCount)
        buffers.append(buffer)
        return unsafe buffer.memory
    }

    /// The filled blocks, once the group is complete.
    var blocks: [PendingBlock] {
        buffers.indices.map { PendingBlock(filled: buffers[$0], endsGroup: $0 == buffers.endIndex - 1) }
    }

    /// Forgets the blocks.
    func removeAll() { buffers.removeAll(keepingCapacity: true) }
}
