import LMDB
import Nacre

extension EventStoreError {
    /// The error of reading the log, converted from an error of LMDB or of a page.
    static func reading(_ error: any Error) -> EventStoreError {
        switch error {
        case let error as EventStoreError: error
        case let error as LMDBError: error.ofLog
        case let damage as TreeDamage: .damagedPage(damage, at: nil)
        default: EventStoreError(.inputOutput, "the log cannot be read", cause: error)
        }
    }

    /// The error of a key that is not a position of the log.
    static func strayKey(_ key: UInt64, at position: Position?) -> EventStoreError {
        EventStoreError(
            .damaged, "log.mdb holds the key \(key), which is not a position of a log: restore the store from a backup",
            position: position)
    }

    /// The error of a file whose first key is not that of the store header.
    static func notALog(_ path: String) -> EventStoreError {
        EventStoreError(.notAStore, "\(path) is not the log of a Nacre store: it does not begin with position 0")
    }

    /// The error of a damaged page on the path to a position.
    static func damagedPage(_ damage: TreeDamage, at position: Position?) -> EventStoreError {
        let position = position ?? max(damage.minKey, 1)
        return EventStoreError(
            .damaged,
            "the pages that lead to position \(position) in log.mdb are damaged: \(damage); restore the store from a "
                + "backup, or read around it",
            position: position, cause: damage)
    }

    /// The error of a log whose number of blocks differs from the number of its last block.
    static func miscounted(_ count: UInt64, last: UInt64, at position: Position) -> EventStoreError {
        EventStoreError(
            .damaged,
            "log.mdb counts \(count) blocks, but the last one, which ends at position \(position), has number \(last): "
                + "verify the store, and restore it from a backup")
    }

    /// The error of a log whose newest blocks are missing.
    ///
    /// - Parameters:
    ///   - position: The last position that is present.
    ///   - block: The number of the block that holds it.
    ///   - count: The number of blocks that were recorded.
    /// - Returns: The error, at the first lost position.
    static func lostEnd(after position: Position, block: UInt64, of count: UInt64) -> EventStoreError {
        EventStoreError(
            .damaged,
            "the log ends at position \(position) with block \(block), but \(count) blocks were recorded: events from "
                + "position \(position + 1) on were lost; restore the store from a backup",
            position: position + 1)
    }
}

extension EventStoreError {
    /// The internal error of pending blocks that begin behind the end of `log.mdb`.
    static func gap(after position: Position, before next: Position) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "log.mdb ends at position \(position), but the first pending block begins at position \(next): an internal "
                + "error of the store hides the events from position \(position + 1) on; open the store again",
            position: position + 1)
    }

    /// The internal error of a pending block in whose place `log.mdb` has another one.
    static func contradicted(at position: Position) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "the pending block at position \(position) is not the one that log.mdb holds or continues with: an "
                + "internal error of the store; open the store again, and verify it", position: position)
    }

    /// The internal error of a block that does not continue the pending blocks.
    static func unconnected(_ position: Position, after end: Position) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "the block at position \(position) does not continue the pending blocks, which end at position \(end): an "
                + "internal error of the store; open the store again", position: position)
    }

    /// The internal error of a transaction that would append to `log.mdb` before the pending blocks are in it.
    static func pendingBlocks(upTo end: Position) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "log.mdb lacks blocks that are pending, up to position \(end): an internal error of the store keeps it "
                + "from being written; open the store again", position: end)
    }
}

extension LMDBError {
    /// The error converted for a reader of the log.
    var ofLog: EventStoreError {
        // A read that began just before the store was closed finds the environment closed.
        if code == .closed { return .storeClosed }
        return EventStoreError(disk: self, "the log cannot be read")
    }
}
