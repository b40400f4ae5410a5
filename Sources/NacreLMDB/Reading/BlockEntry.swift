import Nacre

/// An entry of the log under the key of a block, of which the key alone has been looked at.
///
/// Valid only inside the transaction that the bytes come from.
struct BlockEntry {
    /// The value: a block, if it is one.
    let bytes: UnsafeRawBufferPointer
    /// The key: the position of the block's first event.
    let position: Position
    /// A position up to which no other block begins.
    let end: Position

    /// The block, its header, table and names verified.
    ///
    /// - Parameter position: A position of the log that it should hold.
    /// - Returns: The block.
    /// - Throws: `damaged` where it is, or does not hold the position.
    func block(holding position: Position) throws(EventStoreError) -> Block {
        let block = try Block(bytes, at: self.position)
        guard block.holds(position) else { throw .noBlock(holding: position) }
        return block
    }

    /// Asks the processor for header, table and names, which are read soon.
    func prefetchTable() { prefetch(bytes, from: 0, to: Self.tableBytes) }

    /// Bytes before the first record in blocks of some dozen events; more are for the processor to foresee.
    private static let tableBytes = 1_024

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
