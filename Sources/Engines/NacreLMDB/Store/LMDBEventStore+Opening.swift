import DomainKit
import LMDB
import Nacre

extension LMDBEventStore {
    static func openLog(
        _ folder: StoreFolder, isWritable: Bool, _ options: Options, _ observer: StoreObserver
    ) throws -> Environment {
        // With the lock held, as another process may be making the log.
        try OpeningLock.hold(besides: folder.log) {
            if isWritable, Environment.isUnfinished(at: folder.log), !folder.holds(folder.index),
                !folder.holds(folder.views)
            {
                // What a loss of power left of a log that was being made: it has never held an event. Where there are
                // files that are derived from it, it was a log once, whatever has become of it.
                guard options.createsStore else { throw folder.noSuchStore }
                try folder.removeUnfinishedLog()
            }
            return try openLogAsItIs(folder, isWritable: isWritable, options, observer)
        }
    }

    private static func openLogAsItIs(
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
                    access: access, patience: observer.patience(options, file: folder.log)),
                readingWhereFull: options.readsWhatCannotBeWritten)
            try environment.checkStructure(pageLimit: options.pagesCheckedAtOpening)
            try environment.checkLastTransaction()
            // A process that died while it committed, or that did not sync, may have left in memory alone what is read here.
            if isSynced(environment.access, options) { try environment.sync() }
        } catch {
            throw EventStoreError(opening: folder.log, error)
        }
        // Nor need whoever made the folder or the file have come to make their entries durable.
        if isSynced(environment.access, options) { try folder.syncEntries() }
        return environment
    }

    private static func isSynced(_ access: Environment.Access, _ options: Options) -> Bool {
        options.durability == .full && access == .readingAndWriting
    }

    /// The header of the log; made where the log is new.
    static func readOrMakeHeader(
        of environment: Environment, in folder: StoreFolder, _ options: Options
    ) throws -> StoreHeader {
        let path = environment.path
        // Before the log is looked at: where something was derived from it, its header was there.
        let derived = folder.derivedNames
        if let header = try environment.withSnapshot({ (log) in try log.storeHeader(path: path) }) { return header }
        guard derived.isEmpty else { throw folder.lostLog(derived) }
        guard options.createsStore else { throw folder.noSuchStore }
        do {
            return try makeHeader(in: environment, options)
        } catch let error as LMDBError {
            throw EventStoreError(opening: path, error)
        }
    }

    private static func makeHeader(in environment: Environment, _ options: Options) throws -> StoreHeader {
        try environment.write { (transaction: consuming WriteTransaction) in
            // Another process may have made the store since.
            var log = try LogSnapshot(in: transaction)
            if let header = try log.storeHeader(path: environment.path) { return header }
            let header = StoreHeader(
                id: StoreID(.random()), createdAt: options.timeSource.now().nanosecondsSince1970)
            try PositionKey(LogFormat.storeHeaderKey).withBytes { key in
                try header.encoded.withUnsafeBytes { try transaction.append(key, $0) }
            }
            try transaction.commit()
            return header
        }
    }
}

extension LMDBEventStore {
    /// The events that derived files know and the log does not have.
    ///
    /// - Returns: What was found, which the logger is told too; nothing where the store syncs nothing, so that a loss of
    ///   power may leave derived files ahead of the log.
    /// - Throws: `EventStoreError`: `eventsLost` unless the store may be opened to be read alone.
    static func lostEvents(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> [LostEvents] {
        guard options.durability == .full else { return [] }
        let lost = try Witnesses.lostEvents(of: folder, log, header, mapSize: options.derivedMapSize)
        guard options.readsWhatCannotBeWritten || lost.isEmpty else {
            throw EventStoreError.eventsLost(lost, at: folder.path)
        }
        for lost in lost { observer.log.eventsLost(lost) }
        return lost
    }

    /// The index, as near to the head of the log as it has to be; one that is of no use is built anew.
    static func openIndex(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> Indexing {
        if folder.derived == folder.path, !folder.holds(folder.index),
            try log.withSnapshot({ (log) in try log.lastKey() }) > 0
        {
            observer.log.indexMissing()
        }
        do {
            return try openIndexAsItIs(in: folder, of: log, header, options, observer)
        } catch let damage as UnusableIndex {
            // Opening looks at its keys alone: what stands under them is met when it is read.
            observer.indexDiscarded(damage.reason)
            try DerivedFile.discard(at: folder.index)
            do {
                return try openIndexAsItIs(in: folder, of: log, header, options, observer)
            } catch let damage as UnusableIndex {
                throw damage.lasting(at: folder.index)
            }
        }
    }

    private static func openIndexAsItIs(
        in folder: StoreFolder, of log: Environment, _ header: StoreHeader, _ options: Options,
        _ observer: StoreObserver
    ) throws -> Indexing {
        let index = try IndexFile.open(
            at: folder.index, storeID: header.id, mapSize: options.derivedMapSize, limits: options.indexLimits,
            patience: observer.patience(options, file: folder.index), notice: observer.indexDiscarded)
        do {
            let tail = Tail(
                from: Checkpoint(storeID: header.id, position: 0, fingerprint: 0), limits: options.tailLimits)
            let indexing = Indexing(
                log: log, index: index, tail: tail, header: header,
                isDurable: options.durability == .full, observer: observer)
            // What the tail can hold is indexed behind the first reads, not before them.
            tail.restart(from: try indexing.catchUp(leaving: options.tailLimits.greatestCount))
            return indexing
        } catch {
            index.close()
            throw error
        }
    }
}

extension Environment {
    /// Opens a file; one whose lock file finds no room on the disk is read without one where that is allowed.
    static func open(at path: String, options: Options, readingWhereFull: Bool) throws(LMDBError) -> Environment {
        do throws(LMDBError) {
            return try open(at: path, options: options)
        } catch  where readingWhereFull && error.isOfFullDisk {
            var options = options
            options.access = .readingUnlocked
            return try open(at: path, options: options)
        }
    }
}

extension EventStoreError {
    /// Tells why a file of a store could not be opened.
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
