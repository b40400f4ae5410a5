import Nacre

extension Block {
    /// The end of a block, which the next block continues; or the store's header, which the first block continues.
    struct End: Equatable, Sendable {
        /// The position of the block's last event; 0 for the store's header.
        let position: Position
        let checksum: UInt64

        init(position: Position, checksum: UInt64) {
            self.position = position
            self.checksum = checksum
        }

        init(_ checkpoint: Checkpoint) {
            self.init(position: checkpoint.position, checksum: checkpoint.fingerprint)
        }
    }

    var end: End { header.end }

    /// Checks that this block continues a given end.
    ///
    /// - Throws: `damaged` with the first position that is not continued.
    @inline(__always)
    func checkContinues(_ end: End) throws(EventStoreError) { try header.checkContinues(end) }

    /// Checks that this block's positions end before the next block begins.
    ///
    /// - Throws: `damaged` with the first position of the next block.
    @inline(__always)
    func checkEnds(before next: Position) throws(EventStoreError) {
        guard header.lastPosition < next else { throw .overlap(from: header.firstPosition, at: next) }
    }
}

extension BlockHeader {
    var end: Block.End { Block.End(position: lastPosition, checksum: checksum) }

    /// Checks that the block continues a given end.
    ///
    /// - Throws: `damaged` with the first position that is not continued.
    @inline(__always)
    func checkContinues(_ end: Block.End) throws(EventStoreError) {
        guard firstPosition == end.position + 1, previousChecksum == end.checksum else {
            throw .brokenChain(after: end.position, found: firstPosition)
        }
    }
}

extension EventStoreError {
    /// The error of a block that claims positions of the next one.
    static func overlap(from first: Position, at next: Position) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the log is damaged at position \(next): the block at position \(first) holds it, and another block begins "
                + "there; restore the store from a backup, or read around it", position: next)
    }

    /// The error of a block that does not continue the one before it.
    static func brokenChain(after position: Position, found: Position) -> EventStoreError {
        let what =
            found == position + 1
            ? "the block at position \(found) does not refer to the block before it"
            : "the log continues with position \(found) instead of \(position + 1)"
        return EventStoreError(
            .damaged,
            "the log is damaged at position \(position + 1): \(what); restore the store from a backup, or "
                + "read around it", position: position + 1)
    }
}
