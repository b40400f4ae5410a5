import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    /// Opens the log, and recovers its journal.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - isWritable: Whether it can be written.
    ///   - options: How the store is opened.
    ///   - observer: The log messages of the store.
    ///   - recover: Makes the log complete; not called if its pages are damaged.
    /// - Returns: The log, and what its journal has lost.
    /// - Throws: `EventStoreError`, as ``open(at:options:)``.
    static func openLog(
        _ folder: StoreFolder, isWritable: Bool, _ options: Options, _ observer: StoreObserver,
        recover: (Environment) throws -> RecoveredLog
    ) throws -> RecoveredLog {
        // Under the opening lock: another process may be creating the log.
        try OpeningLock.hold(besides: folder.log) {
            if isWritable, Environment.isUnfinished(at: folder.log), folder.laterNames.isEmpty {
                // A power loss interrupted the creation of this log; it has never held an event. If derived files
                // or a journal exist, the log was complete once and must not be removed.
                guard options.createsStore else { throw folder.noSuchStore }
                try folder.removeUnfinishedLog()
            }
            let opened = Result { () throws(EventStoreError) in
                try openOrCreateLog(folder, isWritable: isWritable, options, observer)
            }
            if options.readsAroundDamage, case .failure(let error) = opened, error.code == .damaged {
                return try openDamagedLog(folder, options, observer, after: error)
            }
            let log = try opened.get()
            do {
                return try recover(log)
            } catch {
                log.close()
                throw error
            }
        }
    }

    static func openOrCreateLog(
        _ folder: StoreFolder, isWritable: Bool, _ options: Options, _ observer: StoreObserver
    ) throws(EventStoreError) -> Environment {
        let access: Environment.Access =
            isWritable || folder.hasWritableLock ? .readingAndWriting : .readingUnlocked
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(
                at: folder.log,
                options: Environment.Options(
                    mapSize: options.mapSize, durability: options.durability == .full ? .full : .noSync,
                    access: access, waitPolicy: observer.waitPolicy(options, file: folder.log)),
                readingIfFull: options.fallsBackToReadOnly)
            let pages = options.pagesCheckedAtOpening
            try unsafe environment.checkStructure(pageLimit: pages, valueLimit: min(pages, OpeningCheck.values))
            // See APP-12: a meta page with a corrupted number hides the last commit from all that is derived.
            try environment.checkLastTransaction()
            // A process that died while committing, or that did not sync, may have left pages only in the page cache.
            if isSynced(environment.access, options) { try environment.sync() }
        } catch {
            throw EventStoreError(opening: folder.log, error)
        }
        // The process that created the folder or the file may have died before it synced their directory entries.
        if isSynced(environment.access, options) { try folder.syncEntries() }
        return environment
    }

    private static func isSynced(_ access: Environment.Access, _ options: Options) -> Bool {
        options.durability == .full && access == .readingAndWriting
    }

    /// Reads the log's header, or writes it if the log is new.
    static func readOrMakeHeader(
        of environment: Environment, in folder: StoreFolder, _ options: Options
    ) throws -> StoreHeader {
        let path = environment.path
        // Read before the log: these files exist only if the log's header was written earlier.
        let later = folder.laterNames
        if let header = try environment.withSnapshot({ (log) in try log.storeHeader(path: path) }) { return header }
        guard later.isEmpty else { throw folder.lostLog(later) }
        guard options.createsStore else { throw folder.noSuchStore }
        do {
            return try makeHeader(in: environment, options)
        } catch let error as LMDBError {
            throw EventStoreError(opening: path, error)
        }
    }

    private static func makeHeader(in environment: Environment, _ options: Options) throws -> StoreHeader {
        try environment.write { (transaction: consuming WriteTransaction) in
            // Another process may have created the store since.
            var log = try LogSnapshot(in: transaction)
            if let header = try log.storeHeader(path: environment.path) { return header }
            let header = StoreHeader(
                id: StoreID(.random()), createdAt: options.timeSource.now().nanosecondsSince1970)
            try unsafe PositionKey(LogFormat.storeHeaderKey).withBytes { key in
                try unsafe header.encoded.withUnsafeBytes { try unsafe transaction.append(key, $0) }
            }
            try transaction.commit()
            return header
        }
    }
}

extension LMDBEventStore {
    /// The events that derived files know and the log does not have.
    ///
    /// - Returns: The findings, which are logged too; empty for an unsynced store, where a power loss may leave derived
    ///   files ahead of the log.
    /// - Throws: `EventStoreError`: `eventsLost` unless the options allow opening the store read-only.
    static func lostEvents(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> [LostEvents] {
        guard options.durability == .full else { return [] }
        let lost = try LostEventDetection.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
        guard options.fallsBackToReadOnly || lost.isEmpty else {
            throw EventStoreError.eventsLost(lost, at: folder.path)
        }
        for lost in lost { observer.log.eventsLost(lost) }
        return lost
    }

    /// Opens the index and catches it up as far as needed; an unusable index is rebuilt.
    static func openIndex(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> Indexing {
        // IDX-14: Opening leaves up to 131,072 events unindexed.
        if folder.derived == folder.path, !folder.holds(folder.index),
            try log.withSnapshot({ (log) in try log.lastKey() }) > 0
        {
            observer.log.indexMissing()
        }
        do {
            return try openOrCreateIndex(in: folder, of: log, header, options, observer)
        } catch let damage as UnusableIndex {
            // Opening checks only the keys of the index; damage in values is detected when they are read.
            observer.indexDiscarded(damage.reason)
            try DerivedFile.discard(at: folder.index)
            do {
                return try openOrCreateIndex(in: folder, of: log, header, options, observer)
            } catch let damage as UnusableIndex {
                throw damage.lasting(at: folder.index)
            }
        }
    }

    private static func openOrCreateIndex(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> Indexing {
        let index = try IndexFile.open(
            at: folder.index, storeID: header.id, mapSize: options.derivedMapSize, limits: options.indexLimits,
            waitPolicy: observer.waitPolicy(options, file: folder.index), notice: observer.indexDiscarded)
        do {
            let tail = Tail(
                from: Checkpoint(storeID: header.id, position: 0, fingerprint: 0), limits: options.tailLimits)
            let indexing = Indexing(
                log: log, index: index, tail: tail, header: header,
                isDurable: options.durability == .full, observer: observer)
            // Events that fit the tail are indexed in the background, not before the first read.
            tail.restart(from: try indexing.catchUp(leaving: options.tailLimits.maxCount))
            return indexing
        } catch {
            index.close()
            throw error
        }
    }
}

extension Environment {
    /// Opens a file; if its lock file finds no disk space, opens it read-only without one where allowed.
    static func open(at path: String, options: Options, readingIfFull: Bool) throws(LMDBError) -> Environment {
        do throws(LMDBError) {
            return try open(at: path, options: options)
        } catch  where readingIfFull && error.isOfFullDisk {
            var options = options
            options.access = .readingUnlocked
            return try open(at: path, options: options)
        }
    }
}

extension EventStoreError {
    /// The error for a file of a store that could not be opened.
    init(opening path: String, _ error: LMDBError) {
        let code: Code =
            switch error.code {
            case .notADatabase, .versionMismatch, .incompatible, .isDirectory: .notAStore
            case .truncated, .corrupted: .damaged
            case .inUse: .inputOutput
            case .lockTimeout: .locked
            case .permissionDenied, .readOnlyFileSystem, .noSuchFile: .cannotCreate
            default: .inputOutput
            }
        self.init(disk: error, "\(quoted(path, upTo: .max)) cannot be opened", code)
    }
}
