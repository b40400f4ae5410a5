import LMDB
import Nacre

extension Environment {
    /// Reads the log in a transaction of its own, joined with the pending blocks.
    func withSnapshot<Result>(_ body: (inout LogSnapshot) throws -> Result) throws -> Result {
        // The list first: a block that leaves it meanwhile is in LMDB's snapshot. See READ-15.
        try withSnapshot(joining: pendingBlocks.blocks, body)
    }

    /// Reads what LMDB has of the log, without pending blocks.
    func withStoredSnapshot<Result>(_ body: (inout LogSnapshot) throws -> Result) throws -> Result {
        try withSnapshot(joining: nil, body)
    }

    private func withSnapshot<Result>(
        joining pending: PendingBlocks?, _ body: (inout LogSnapshot) throws -> Result
    ) throws -> Result {
        do {
            for _ in 0..<Self.attemptsToRead {
                let result: Result? = try read { (transaction: borrowing ReadTransaction) in
                    guard let cursor = try transaction.openCheckedCursor() else { return nil }
                    var log = LogSnapshot(cursor)
                    if let pending { try log.join(pending) }
                    return try body(&log)
                }
                if let result { return result }
            }
        } catch let error as LMDBError {
            throw error.ofLog
        } catch let damage as TreeDamage {
            throw EventStoreError.reading(damage)
        }
        throw EventStoreError(
            .damaged, "\(path): its meta pages differ from what LMDB read: restore the store from a backup",
            position: 1)
    }

    /// How often a transaction is begun again because its meta page was overwritten before it was read: two commits
    /// would have to complete within a microsecond.
    private static let attemptsToRead = 1_000
}
