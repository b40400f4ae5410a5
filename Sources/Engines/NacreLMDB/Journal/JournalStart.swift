import LMDB
import Nacre

/// A journal that is ready to be taken into use: open for writing, its ring filled.
///
/// The process must have the store for itself from ``prepare(_:of:in:byteCount:)`` to the end of the writer.
struct PreparedJournal: Sendable {
    private let journal: JournalFile
    private let storeID: StoreID

    /// Opens the journal of a store whose mark is empty, or builds it.
    ///
    /// It is built if it is missing, its control pages are damaged, its size is wrong, or its numbers end. A journal of
    /// another store or of a newer format is never replaced. May run on any thread while other threads append to the log.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - storeID: The id of the store.
    ///   - log: The log.
    ///   - byteCount: The size of a journal, in whole pages.
    ///   - pace: How a new ring is written.
    /// - Returns: The journal.
    /// - Throws: `notAStore` if the journal belongs to another store; `newerFormat`; `diskFull`, which says how many
    ///   bytes are missing; `inputOutput`, also if a journal is in use; `closed` if the pace ends it.
    static func prepare(
        _ path: String, of storeID: StoreID, in log: Environment, byteCount: Int = JournalLayout.fileBytes,
        at pace: BuildingPace = .atOnce
    ) throws -> PreparedJournal {
        let marked = try log.withSnapshot { (snapshot) in try snapshot.markedHeader(path: log.path) }
        guard let marked else { throw EventStoreError.notALog(log.path) }
        try marked.mark.checkEmpty(log.path)
        if let journal = try open(path, of: storeID, byteCount: byteCount) {
            try journal.fillHoles(at: pace)
            // The rename of an earlier attempt may have been reported as failed, and not be durable.
            try JournalFile.syncFolder(of: path)
            return PreparedJournal(journal: journal, storeID: storeID)
        }
        // The end of the log may not be durable yet. `begin` names it, and until then any log continues the header.
        let beginning = Block.End(position: 0, checksum: marked.header.checksum)
        try JournalFile.build(path, of: storeID, continuing: beginning, byteCount: byteCount, at: pace)
        guard let journal = try open(path, of: storeID, byteCount: byteCount) else {
            throw EventStoreError.changedJournal(path)
        }
        return PreparedJournal(journal: journal, storeID: storeID)
    }

    /// Takes the journal into use: writes a new nonce, then records it in the log's mark.
    ///
    /// Both are durable when it returns. The control page continues the present end of the log. If it fails, the
    /// journal has no frame of the new nonce, whatever the log's mark says.
    ///
    /// - Parameter log: The log, at durability `full`.
    /// - Returns: The writer.
    /// - Throws: `inputOutput` or `diskFull` if the disk fails; `inputOutput` if a journal is in use, or the journal
    ///   has been replaced since it was prepared; `damaged` if the end of the log is damaged.
    consuming func begin(in log: Environment) throws -> JournalWriter {
        // Frames must not go to a file that was removed or replaced, which is allowed while the mark is empty.
        guard let journal = try JournalFile.open(self.journal.path, of: storeID, for: .writing),
            journal.control == self.journal.control
        else { throw EventStoreError.changedJournal(self.journal.path) }
        var control = journal.control
        let page = AlignedBuffer(pageCount: 1)
        let header = try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(in: transaction)
            let state = try LoggedState(&snapshot, path: log.path)
            try state.mark.checkEmpty(log.path)
            try transaction.checkFreePages(forBytes: 0)
            // A power failure must not take the log back behind the end that the control page names: the process that
            // committed it may have died before its sync.
            try log.sync()
            control.renew(number: control.number, before: state.end)
            try journal.write(control, with: page)
            try JournalMark.inUse(nonce: control.nonce).put(with: state.header, in: transaction)
            try transaction.commit()
            // Blocks that a failed store of this process has left there, and recovery has put into the log.
            log.pendingBlocks.drop(upTo: state.end.position)
            return state.header
        }
        return JournalWriter(journal, control, of: header)
    }

    /// Opens a journal that can be used; `nil` if it must be built.
    private static func open(
        _ path: String, of storeID: StoreID, byteCount: Int
    ) throws(EventStoreError) -> JournalFile? {
        do throws(EventStoreError) {
            let journal = try JournalFile.open(path, of: storeID, for: .writing)
            guard let control = journal?.control, control.fileBytes == byteCount, control.hasNumbersLeft else {
                return nil
            }
            return journal
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
    }
}

extension JournalMark {
    /// Checks that no journal is in use, before one is replaced or taken into use.
    ///
    /// - Parameter path: The path of the log.
    /// - Throws: `inputOutput` if one is.
    fileprivate func checkEmpty(_ path: String) throws(EventStoreError) {
        if case .inUse(let nonce) = self { throw .journalInUse(path, nonce: nonce) }
    }
}
