import LMDB
import Nacre

extension LogWriter {
    /// Takes a group, if none is at hand, and writes it into the journal if it goes there.
    ///
    /// - Parameters:
    ///   - group: The requests; taken from the queue if there are none.
    ///   - writer: Evaluates and packs the requests.
    ///   - journal: The journal.
    ///   - committing: Set to the outcome before the frame is written, which may be on disk even if writing it fails.
    /// - Returns: The outcome; `nil` if the group goes into LMDB.
    /// - Throws: Errors of evaluating and writing.
    func writeFrame(
        _ group: inout TakenGroup, with writer: inout GroupWriter, in journal: inout JournalUse,
        _ committing: inout GroupOutcome?
    ) throws -> GroupOutcome? {
        try journal.update()
        guard journal.isInUse else { return nil }
        guard take(&group) else { return GroupOutcome() }
        guard try journal.takes(group.rest.reduce(0) { $0 + $1.byteCount }) else { return nil }
        return try writeFrame(of: group.rest, with: &writer, in: &journal, &committing)
    }

    /// Writes requests into the journal as one frame.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - writer: Evaluates and packs the requests.
    ///   - journal: The journal, which is in use.
    ///   - committing: Set to the outcome before the frame is written, which may be on disk even if writing it fails.
    /// - Returns: The outcome; `nil` if the ring has no room, and nothing was written.
    /// - Throws: Errors of evaluating and writing.
    func writeFrame(
        of requests: ArraySlice<AppendRequest>, with writer: inout GroupWriter, in journal: inout JournalUse,
        _ committing: inout GroupOutcome?
    ) throws -> GroupOutcome? {
        let begun = observer.metrics == nil ? 0 : StoreMetrics.now
        let sink = journal.group
        sink.removeAll()
        var outcome = try environment.withSnapshot { (log) in try writer.write(requests, behind: &log, to: sink) }
        // What LMDB holds was synced before the mark was set, and pending blocks are durable in the journal.
        outcome.isRecordedDurable = true
        guard !outcome.postings.isEmpty else { return outcome }
        committing = outcome
        let applied = observer.metrics == nil ? 0 : StoreMetrics.now
        guard try journal.write() else {
            committing = nil
            writer.invalidateCaches()
            return nil
        }
        if observer.metrics != nil {
            outcome.applyTime = applied - begun
            outcome.syncTime = StoreMetrics.now - applied
        }
        return outcome
    }

    /// Takes waiting requests if none are at hand.
    ///
    /// - Returns: Whether there are any.
    func take(_ group: inout TakenGroup) -> Bool {
        guard group.rest.isEmpty else { return true }
        guard group.take(from: queue) else { return false }
        if let first = group.rest.first { observer.metrics?.groupBegins(arrivedAt: first.arrival) }
        return true
    }

    /// Writes a group into LMDB in one transaction, with everything that is pending.
    ///
    /// - Parameters:
    ///   - group: The requests; taken from the queue if there are none, once the write lock is held.
    ///   - writer: Evaluates and packs the requests.
    ///   - journal: The journal.
    ///   - committing: Set to the outcome before the commit, which may have been written even if it fails.
    /// - Returns: The outcome.
    /// - Throws: Errors of evaluating and writing; ``LMDBError`` of the commit or the sync.
    func commit(
        _ group: inout TakenGroup, with writer: inout GroupWriter, _ journal: inout JournalUse,
        _ committing: inout GroupOutcome?
    ) throws -> GroupOutcome {
        var begun: UInt64 = 0
        let outcome = try environment.write { (transaction: consuming WriteTransaction) in
            // Waiting for the lock of another process is no reason for a journal.
            begun = ConditionLock.now
            try journal.checkLog()
            do {
                return try commit(&group, with: &writer, &committing, in: transaction)
            } catch  where committing != nil && (error as? LMDBError)?.code != .mapFull {
                // Before a drain can begin a transaction.
                journal.didFail(error)
                throw error
            }
        }
        if let last = outcome.postings.last {
            journal.noteCommit(from: begun, to: ConditionLock.now)
            journal.didCommitDirectly(upTo: Block.End(position: last.end.position, checksum: last.end.fingerprint))
        }
        return outcome
    }

    /// An upper bound on the pages that a transaction writes for the tree, the free list and partly filled block ends.
    private static let treePages = 16

    /// Writes pending blocks and requests in a transaction, and commits it if any request was accepted.
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
        guard take(&group) else { return GroupOutcome() }
        let begun = observer.metrics == nil ? 0 : StoreMetrics.now
        try writer.checkFreePages(in: transaction)
        var log = try LogSnapshot(joiningPendingIn: transaction)
        let drained = try PendingDrain.put(into: transaction)
        var outcome = try writer.write(group.rest, behind: &log, to: transaction)
        if !outcome.postings.isEmpty {
            let byteCount = outcome.byteCount + (drained?.byteCount ?? 0)
            try transaction.extendFile(for: byteCount + Self.treePages * environment.pageSize)
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
