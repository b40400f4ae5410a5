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
    /// A log whose journal is empty, or whose journal has lost events.
    struct RecoveredLog {
        /// The log; opened again if its durability was not enough for recovery.
        let environment: Environment
        /// The events that were in the journal and cannot be read any more; the mark is in use then.
        var lost: LostEvents?
        /// The damage of its pages, which is read around.
        var damage: PageDamage?
    }

    /// Puts the events of a journal that a process has left in use into the log.
    ///
    /// Call it under the opening lock, with the opening registered: no process writes the journal then.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - folder: The folder of the store.
    ///   - isWritable: Whether the folder can be written.
    ///   - acceptsLoss: Whether a journal that is missing, another one or damaged is a finding instead of an error. The
    ///     frames before the damage are recovered; none, if the end of the log is damaged.
    ///   - options: How the store is opened.
    ///   - observer: The log messages of the store.
    /// - Returns: The log.
    /// - Throws: `EventStoreError`: `eventsLost`, `damaged`, `diskFull`, `inputOutput`; `appendsStopped` if the log
    ///   must be recovered and cannot be written.
    static func recoverJournal(
        of log: Environment, in folder: StoreFolder, isWritable: Bool, acceptsLoss: Bool, _ options: Options,
        _ observer: StoreObserver
    ) throws -> RecoveredLog {
        let path = log.path
        let marked = try log.withStoredSnapshot { (snapshot) in try snapshot.markedHeader(path: path) }
        // Without a header the log has never held an event.
        guard let marked, case .inUse = marked.mark else { return RecoveredLog(environment: log) }
        guard isWritable, log.access == .readingAndWriting else {
            throw isWritable ? folder.hasNoRoomToRecover : folder.mustBeRecovered
        }
        guard options.durability == .full else {
            // The events were acknowledged as durable, so they are recovered as such.
            var durable = options
            durable.durability = .full
            log.close()
            let durableLog = try openOrCreateLog(folder, isWritable: isWritable, durable, observer)
            let lost: LostEvents?
            do {
                // Closed before the log is opened again: a process has it open with one durability.
                defer { durableLog.close() }
                lost = try recover(durableLog, in: folder, acceptsLoss: acceptsLoss, options, observer)
            }
            return RecoveredLog(
                environment: try openOrCreateLog(folder, isWritable: isWritable, options, observer), lost: lost)
        }
        return RecoveredLog(
            environment: log, lost: try recover(log, in: folder, acceptsLoss: acceptsLoss, options, observer))
    }

    private static func recover(
        _ log: Environment, in folder: StoreFolder, acceptsLoss: Bool, _ options: Options, _ observer: StoreObserver
    ) throws -> LostEvents? {
        do {
            // Damage of the log itself is no loss of the journal.
            _ = try log.withStoredSnapshot { (snapshot) in try LoggedState(&snapshot, path: log.path) }
        } catch let error as EventStoreError where acceptsLoss && error.code == .damaged {
            // Whether frames continue a damaged block is unknown: they stay in the journal.
            let first = try log.withStoredSnapshot { (snapshot) in try snapshot.readableEnd().position }
            let lost = LostEvents(in: .journal, position: first, head: first - 1)
            observer.log.eventsLost(lost, error)
            return lost
        }
        do {
            let commitBytes = options.journal.commitBytes
            guard var recovery = try JournalRecovery(of: log, journalAt: folder.journal, commitBytes: commitBytes)
            else { return nil }
            let (frames, isTorn) = (recovery.pending.count, recovery.walk.isTorn)
            while try recovery.drainNext() {}
            let head = recovery.state.end.position
            try recovery.finish()
            observer.log.journalRecovered(frames: frames, isTorn: isTorn, upTo: head)
            return nil
        } catch let error as EventStoreError where acceptsLoss && error.isLossOfJournal {
            let lost = try recoverFrames(of: log, in: folder, before: error)
            observer.log.eventsLost(lost, error)
            return lost
        }
    }

    /// Puts the frames before the damage of a journal into the log, and leaves the mark in use.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`.
    ///   - folder: The folder of the store.
    ///   - error: What recovery has found.
    /// - Returns: The events that are lost.
    /// - Throws: `EventStoreError`: `diskFull`, `inputOutput`.
    private static func recoverFrames(
        of log: Environment, in folder: StoreFolder, before error: EventStoreError
    ) throws -> LostEvents {
        do {
            if var recovery = try JournalRecovery(of: log, journalAt: folder.journal, isPartial: true) {
                while try recovery.drainNext() {}
            }
        } catch let error as EventStoreError where error.isLossOfJournal {
            // Not a frame of it can be used.
        }
        let head = try log.withStoredSnapshot { (snapshot) in try snapshot.readableEnd().position }
        return LostEvents(in: .journal, position: max(error.position ?? 0, head + 1), head: head)
    }

    /// Gives up a journal in use whose events are lost, after a deliberate restore of the log.
    ///
    /// - Parameters:
    ///   - log: The log, at durability `full`.
    ///   - folder: The folder of the store.
    /// - Throws: `EventStoreError`: `damaged` if the end of the log is damaged; `diskFull`, `inputOutput`.
    static func giveUpJournal(of log: Environment, in folder: StoreFolder) throws {
        try log.writeLog { (transaction: consuming WriteTransaction) in
            var snapshot = try LogSnapshot(storedIn: transaction)
            let state = try LoggedState(&snapshot, path: log.path)
            try transaction.checkFreePages(forBytes: 0)
            // Before the journal is set aside: in use, but missing, is evidence of loss.
            try JournalMark.empty.put(with: state.header, in: transaction)
            try transaction.commit()
        }
        try folder.setJournalAside()
    }
}

extension EventStoreError {
    /// Whether acknowledged events that only the journal has cannot be read.
    fileprivate var isLossOfJournal: Bool { code == .eventsLost || code == .damaged }
}

extension StoreFolder {
    /// Renames the journal durably to `journal-lost`, which replaces an earlier one, and which no store reads.
    ///
    /// It may hold the only copy of events.
    func setJournalAside() throws(EventStoreError) {
        guard unsafe rename(journal, journal + "-lost") == 0 || errno == ENOENT else {
            throw failure("contains a journal, which cannot be renamed to journal-lost")
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
