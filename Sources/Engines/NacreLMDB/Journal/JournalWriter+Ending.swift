import LMDB
import Nacre

extension JournalWriter {
    /// Ends the use of the journal: sets the mark to empty, then lets walking begin behind all frames.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`, which holds all frames.
    ///   - end: The end of the log.
    /// - Throws: `inputOutput` if the log lacks frames or ends elsewhere; the error of an earlier failed write of the
    ///   journal; `inputOutput` or `diskFull` if the disk fails. The mark stays in use, or is empty with the log whole.
    consuming func end(in log: Environment, through end: Block.End) throws {
        try commitEmpty(in: log, through: end)
        try finish(at: end)
    }

    private borrowing func commitEmpty(in log: Environment, through end: Block.End) throws {
        try checkDrained()
        try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(in: transaction)
            let found = try LoggedState(&snapshot, path: log.path)
            var expected = found
            expected.mark = .inUse(nonce: control.nonce)
            expected.end = end
            guard found == expected else {
                throw EventStoreError.changedLog(log.path, expected: expected, found: found)
            }
            try transaction.checkFreePages(forBytes: 0)
            try markEmpty(in: transaction, through: end)
            try transaction.commit()
        }
    }

    /// Sets the mark to empty in the transaction that puts the last frames into the log.
    ///
    /// - Parameters:
    ///   - transaction: A write transaction of the log, at durability `full`.
    ///   - end: The end of the log in the transaction.
    /// - Throws: `inputOutput` if the log lacks frames; the error of an earlier failed write of the journal, whose
    ///   frame may be whole on the disk. The transaction must not be committed then.
    func markEmpty(in transaction: borrowing WriteTransaction, through end: Block.End) throws {
        try checkUsable()
        try checkCovers(end)
        try JournalMark.empty.put(with: header, in: transaction)
    }

    /// Writes the control page of an empty journal, so that walking begins behind all frames.
    ///
    /// Call it after the commit with ``markEmpty(in:through:)``, and after ``drain(upTo:)`` of all frames.
    ///
    /// - Parameter end: The end of the log.
    /// - Throws: `inputOutput` if the log lacks frames; `inputOutput` or `diskFull` if the disk fails, which harms
    ///   nothing: the log has all events.
    consuming func finish(at end: Block.End) throws(EventStoreError) {
        try checkDrained()
        try checkCovers(end)
        skip(to: end)
        try writeControl()
    }

    private func checkDrained() throws(EventStoreError) {
        guard ring.pendingCount == 0 else { throw .undrained(journal.path, count: ring.pendingCount) }
    }

    /// Checks that a log with this end holds the last frame.
    private func checkCovers(_ end: Block.End) throws(EventStoreError) {
        guard end.position > ring.end.position || end == ring.end else {
            throw .uncovered(journal.path, log: end.position, journal: ring.end.position)
        }
    }
}
