/// How far derived data has applied a log, with proof of which log that was.
///
/// A checkpoint fits a log if it equals the ``EventStore/checkpoint(at:)`` of its position. A checkpoint of another
/// store is discarded together with the derived data it belongs to. A checkpoint of the same store that is ahead of
/// the log, or of another history, is evidence of lost events if ``EventStore/isDurable`` is `true`.
public struct Checkpoint: Hashable, Sendable {
    /// The identity of the log.
    public let storeID: StoreID

    /// The last position applied; 0 before the first.
    public let position: Position

    /// A checksum of the log's content at that position.
    ///
    /// The embedded engine uses the checksum of the block, which chains to all blocks before it.
    public let fingerprint: UInt64

    /// Creates a checkpoint from its parts.
    public init(storeID: StoreID, position: Position, fingerprint: UInt64) {
        self.storeID = storeID
        self.position = position
        self.fingerprint = fingerprint
    }
}
