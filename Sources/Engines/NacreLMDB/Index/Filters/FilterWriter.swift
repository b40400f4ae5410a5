import LMDB
import Nacre

/// Fills a run's filter from the first block to the last, a chunk at a time.
///
/// A partly filled chunk is written at the end of a transaction and resumed by the next one.
///
/// `@safe` is right because the memory is its own, is freed only in `deinit`, and writes stay in bounds, as said below.
@safe
final class FilterWriter {
    private let layout: FilterLayout
    // Allocated here and freed in `deinit`, with the size of the largest chunk. Writes stay in bounds: a block's offset
    // is relative to its chunk's first block, and blocks beyond the chunk are rejected or start a new one.
    private let bytes: UnsafeMutableRawBufferPointer
    private var chunk: UInt64 = 0
    private var blocks: Range<UInt64>

    /// Starts a filter.
    init(_ layout: FilterLayout) {
        self.layout = layout
        unsafe bytes = .allocate(byteCount: layout.byteCount(ofChunk: 0), alignment: FilterBlock.byteCount)
        blocks = layout.blocks(ofChunk: 0)
        clear()
    }

    /// Resumes a filter after the last hash added; starts one if there is none.
    ///
    /// - Throws: ``UnusableIndex`` if the written part is damaged.
    convenience init(_ layout: FilterLayout, after hash: UInt64?, _ cursor: inout Cursor) throws {
        self.init(layout)
        guard let hash else { return }
        chunk = layout.chunk(ofBlock: layout.block(of: hash))
        blocks = layout.blocks(ofChunk: chunk)
        let written = try unsafe cursor.filterChunk(chunk, of: layout)
        for block in blocks
        where unsafe !FilterBlock.hasValidChecksum(
            written + layout.offset(ofBlock: block), run: layout.run, number: block)
        {
            throw layout.damage
        }
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: written, count: layout.byteCount(ofChunk: chunk)))
    }

    deinit { unsafe bytes.deallocate() }

    /// Adds a hash, which must not be less than the previous ones.
    @inline(__always)
    func add(_ hash: UInt64, in transaction: borrowing WriteTransaction) throws {
        let block = layout.block(of: hash)
        while block >= blocks.upperBound { try startNextChunk(in: transaction) }
        guard block >= blocks.lowerBound, let address = unsafe bytes.baseAddress else {
            throw UnusableIndex("the postings of run \(layout.run) are not in order")
        }
        unsafe FilterBlock.insert(hash, into: address + layout.offset(ofBlock: block))
    }

    /// Writes the current chunk, so that a later transaction can resume it.
    func pause(in transaction: borrowing WriteTransaction) throws {
        guard let address = unsafe bytes.baseAddress else { return }
        for block in blocks {
            unsafe FilterBlock.seal(address + layout.offset(ofBlock: block), run: layout.run, number: block)
        }
        let filled = unsafe UnsafeRawBufferPointer(bytes).part(from: 0, to: layout.byteCount(ofChunk: chunk))
        try unsafe FilterKey(run: layout.run, chunk: chunk).withBytes { key in
            try indexAccess { () throws(LMDBError) in try unsafe transaction.put(key, filled) }
        }
    }

    /// Writes the remaining chunks.
    func finish(in transaction: borrowing WriteTransaction) throws {
        while blocks.upperBound < layout.blocks { try startNextChunk(in: transaction) }
        try pause(in: transaction)
    }

    // Not inlined: `add(_:in:)` is inlined into the loop over all hashes, which rarely reaches a chunk's end.
    @inline(never)
    private func startNextChunk(in transaction: borrowing WriteTransaction) throws {
        try pause(in: transaction)
        chunk += 1
        blocks = layout.blocks(ofChunk: chunk)
        clear()
    }

    private func clear() { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }
}
