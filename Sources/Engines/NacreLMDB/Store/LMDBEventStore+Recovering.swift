import LMDB
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension LMDBEventStore {
    /// Puts the events of a journal that a process has left in use into the log.
    ///
    /// Call it under the opening lock, with the opening registered: no process writes the journal then.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - folder: The folder of the store.
    ///   - isWritable: Whether the folder can be written.
    ///   - options: How the store is opened.
    ///   - observer: The log messages of the store.
    /// - Returns: The log; opened again if its durability is not enough for recovery.
    /// - Throws: `EventStoreError`: `eventsLost`, `damaged`, `diskFull`, `inputOutput`; `appendsStopped` if the log
    ///   must be recovered and cannot be written.
    static func recoverJournal(
        of log: Environment, in folder: StoreFolder, isWritable: Bool, _ options: Options, _ observer: StoreObserver
    ) throws -> Environment {
        let path = log.path
        let marked = try log.withSnapshot { (snapshot) in try snapshot.markedHeader(path: path) }
        // Without a header the log has never held an event.
        guard let marked else { return log }
        guard case .inUse = marked.mark else { return log }
        guard isWritable, log.access == .readingAndWriting else {
            throw isWritable ? folder.hasNoRoomToRecover : folder.mustBeRecovered
        }
        guard options.durability == .full else {
            // The events were acknowledged as durable, so they are recovered as such.
            var durable = options
            durable.durability = .full
            log.close()
            let durableLog = try openOrCreateLog(folder, isWritable: isWritable, durable, observer)
            do {
                // Closed before the log is opened again: a process has it open with one durability.
                defer { durableLog.close() }
                try recover(durableLog, in: folder, observer)
            }
            return try openOrCreateLog(folder, isWritable: isWritable, options, observer)
        }
        try recover(log, in: folder, observer)
        return log
    }

    private static func recover(_ log: Environment, in folder: StoreFolder, _ observer: StoreObserver) throws {
        guard var recovery = try JournalRecovery(of: log, journalAt: folder.journal) else { return }
        let (frames, isTorn) = (recovery.pending.count, recovery.walk.isTorn)
        while try recovery.drainNext() {}
        let head = recovery.state.end.position
        try recovery.finish()
        observer.log.journalRecovered(frames: frames, isTorn: isTorn, upTo: head)
    }

    /// Gives up a journal in use that does not belong to a deliberately restored log.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`.
    ///   - folder: The folder of the store.
    /// - Returns: The finding; `nil` if the journal and the log belong together, or none is in use.
    /// - Throws: `EventStoreError`: `damaged`, `diskFull`, `inputOutput`.
    static func giveUpLostJournal(of log: Environment, in folder: StoreFolder) throws -> LostEvents? {
        do {
            _ = try JournalRecovery(of: log, journalAt: folder.journal)
            return nil
        } catch let error as EventStoreError where error.code == .eventsLost {
            let head = try log.writeLog { (transaction: consuming WriteTransaction) in
                var snapshot = try LogSnapshot(in: transaction)
                let state = try LoggedState(&snapshot, path: log.path)
                // Before the journal is removed: in use, but missing, is evidence of loss.
                try JournalMark.empty.put(with: state.header, in: transaction)
                try transaction.commit()
                return state.end.position
            }
            try folder.removeJournal()
            return LostEvents(in: .journal, position: max(error.position ?? 0, head + 1), head: head)
        }
    }
}

extension StoreFolder {
    /// Removes the journal durably.
    func removeJournal() throws(EventStoreError) {
        guard unsafe unlink(journal) == 0 || errno == ENOENT else {
            throw failure("contains a journal, which cannot be removed")
        }
        try sync()
    }

    /// The error of opening a store whose journal holds events that the log lacks, by a user who cannot write it.
    fileprivate var mustBeRecovered: EventStoreError {
        EventStoreError(
            .appendsStopped,
            """
            the journal of the store at \(quoted(path, upTo: .max)) holds events that log.mdb lacks, and this user \
            cannot write them there: open the store once as a user who may write its folder and files
            """)
    }

    /// The error of opening such a store on a full disk.
    fileprivate var hasNoRoomToRecover: EventStoreError {
        EventStoreError(
            .diskFull,
            """
            the journal of the store at \(quoted(path, upTo: .max)) holds events that log.mdb lacks, and the disk has \
            no room for them: make room and open it again; nothing is lost
            """)
    }
}
