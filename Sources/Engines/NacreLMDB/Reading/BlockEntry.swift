import Nacre

/// An entry of the log under the key of a block, of which the key alone has been looked at.
///
/// Valid only inside the transaction that the bytes come from.
struct BlockEntry {
    /// The value: a block, if it is one.
    let bytes: UnsafeRawBufferPointer
    /// The key: the position of the block's first event.
    let position: Position
    /// No other block begins before this position.
    let end: Position

    /// The block, its header, table and names verified.
    ///
    /// - Parameter position: A position of the log that it should hold.
    /// - Returns: The block.
    /// - Throws: `damaged` where it is, or does not hold the position.
    func block(holding position: Position) throws(EventStoreError) -> Block {
        let block = try Block(bytes, at: self.position, isReadThrough: false)
        guard block.holds(position) else { throw .noBlock(holding: position) }
        return block
    }

    /// Asks the processor for the header and what follows it, which are read soon.
    func prefetchHeader() { prefetch(bytes, from: 0, to: Self.headBytes) }

    /// Asks the processor for the rest of the table and the names, as far as the header, true or not, says that they go.
    func prefetchTable() {
        guard let header = BlockHeader(bytes) else { return }
        let end = header.namesOffset + Self.bytesPerName * header.streamCount
        prefetch(bytes, from: Self.headBytes, to: min(end, Self.greatestTableBytes))
    }

    /// The header, with table and names of a few dozen events.
    private static let headBytes = 1_024
    /// About the length of a stream's name.
    private static let bytesPerName = 16
    /// More lines than that are for the processor to foresee.
    private static let greatestTableBytes = 8_192

    /// Whether a position that the log holds lies in this block.
    func spans(_ position: Position) -> Bool {
        position >= self.position && position < end
    }
}

extension EventStoreError {
    static func noBlock(holding position: Position) -> EventStoreError {
        .damagedBlock(at: position, "no block holds this position")
    }
}
