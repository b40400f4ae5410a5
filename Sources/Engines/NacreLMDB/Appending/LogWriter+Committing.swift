import LMDB
import Nacre

extension LogWriter {
    /// An upper bound on the pages that a transaction writes for the tree, the free list and partly filled block ends.
    private static let treePages = 16

    /// Writes requests in a transaction, and commits it if any was accepted.
    ///
    /// - Parameters:
    ///   - group: The requests; taken from the queue if there are none.
    ///   - writer: Evaluates and packs the requests.
    ///   - committing: Set to the outcome before the commit, which may have been written even if it fails.
    ///   - transaction: The write transaction of the log.
    /// - Returns: The outcome.
    /// - Throws: Errors of evaluating and writing; ``LMDBError`` of the commit or the sync.
    func commit(
        _ group: inout TakenGroup, with writer: inout GroupWriter, _ committing: inout GroupOutcome?,
        in transaction: consuming WriteTransaction
    ) throws -> GroupOutcome {
        if group.rest.isEmpty {
            guard group.take(from: queue) else { return GroupOutcome() }
            if let first = group.rest.first { observer.metrics?.groupBegins(arrivedAt: first.arrival) }
        }
        let begun = observer.metrics == nil ? 0 : StoreMetrics.now
        var outcome = try writer.write(group.rest, in: transaction)
        if !outcome.postings.isEmpty {
            try transaction.extendFile(for: outcome.byteCount + Self.treePages * environment.pageSize)
        }
        let id = transaction.id
        outcome.isRecordedDurable = writer.synced.holds(allBefore: id)
        committing = outcome
        if !outcome.postings.isEmpty {
            let applied = observer.metrics == nil ? 0 : StoreMetrics.now
            try transaction.commit()
            if observer.metrics != nil {
                outcome.applyTime = applied - begun
                outcome.syncTime = StoreMetrics.now - applied
            }
            writer.synced.noteCommit(of: id)
        } else if !outcome.isRecordedDurable, outcome.repeatsCommits {
            // The commits are in the log but may not be on disk: the process that wrote them may have died before its
            // sync.
            if isDurable { try environment.sync() }
            writer.synced.noteSync(before: id)
        }
        return outcome
    }
}
