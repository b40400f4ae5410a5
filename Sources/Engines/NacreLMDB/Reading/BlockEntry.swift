import Nacre

/// A block's entry in the log, of which only the key has been read.
///
/// Valid only inside the transaction that the bytes come from.
///
/// `@safe` is right because it only carries the bytes, and none is kept beyond the transaction.
@safe
struct BlockEntry {
    /// The value: a block, unless it is damaged.
    let bytes: UnsafeRawBufferPointer
    /// The key: the position of the block's first event.
    let position: Position
    /// No later block begins before this position.
    let end: Position

    /// The block, with verified header, table and names.
    ///
    /// - Parameter position: A position of the log that the block should hold.
    /// - Returns: The block.
    /// - Throws: `damaged` if it is damaged or does not hold the position.
    func block(holding position: Position) throws(EventStoreError) -> Block {
        let block = try unsafe Block(bytes, at: self.position, isReadThrough: false)
        guard block.holds(position) else { throw .noBlock(holding: position) }
        return block
    }

    /// Prefetches the header and what follows it.
    func prefetchHeader() { unsafe prefetch(bytes, from: 0, to: Self.headBytes) }

    /// Prefetches the rest of the table and the names, by the unverified sizes in the header.
    func prefetchTable() {
        // Unverified sizes are safe here: prefetching is bounded and has no effect on the result.
        guard let header = unsafe BlockHeader(bytes) else { return }
        let end = header.namesOffset + Self.bytesPerName * header.streamCount
        unsafe prefetch(bytes, from: Self.headBytes, to: min(end, Self.maxTableBytes))
    }

    /// The header, and the table and names of a few dozen events.
    private static let headBytes = 1_024
    /// A typical length of a stream name.
    private static let bytesPerName = 16
    /// Beyond this, the hardware prefetcher takes over.
    private static let maxTableBytes = 8_192

    /// Whether a position that the log holds is in this block.
    func spans(_ position: Position) -> Bool {
        position >= self.position && position < end
    }
}

extension EventStoreError {
    static func noBlock(holding position: Position) -> EventStoreError {
        .damagedBlock(at: position, "no block holds this position")
    }
}
