/// How far derived data has applied a log, and proof of which log that was.
///
/// A checkpoint fits a log when ``EventStore/checkpoint(at:)`` gives an equal one for its position. One of another
/// store is worthless, and so is what it vouches for. One of the same store that is ahead of the log, or of another
/// history, is evidence of lost events where ``EventStore/isDurable``.
public struct Checkpoint: Hashable, Sendable {
    /// The log.
    public let storeID: StoreID

    /// The last position applied; 0 before the first.
    public let position: Position

    /// What stands at that position, told apart from any other log's content: the embedded engine gives the checksum
    /// of the block, which chains to all blocks before it.
    public let fingerprint: UInt64

    /// Makes a checkpoint of its parts.
    public init(storeID: StoreID, position: Position, fingerprint: UInt64) {
        self.storeID = storeID
        self.position = position
        self.fingerprint = fingerprint
    }
}
