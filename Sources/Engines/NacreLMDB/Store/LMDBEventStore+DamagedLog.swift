import LMDB
import Nacre

extension LMDBEventStore {
    // OPS-28: Reading around damage looks for every position by itself.
    // A log whose pages are damaged is opened for diagnosis, and read with checked cursors alone.

    /// Damage of the log's pages that opening has found, and that is read around.
    struct PageDamage {
        let error: EventStoreError

        /// Why the last commits may be hidden; `nil` if the meta page is known to be that of the last one.
        let endDoubt: EventStoreError?
    }

    /// Opens a log with damaged or missing pages, of which nothing is written.
    ///
    /// A journal in use keeps its events, as if they were lost.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - options: How the store is opened.
    ///   - observer: The log messages of the store.
    ///   - error: What opening the log otherwise has found.
    /// - Returns: The log.
    /// - Throws: `EventStoreError`: `damaged` if its meta pages or its header cannot be read, or if another process has
    ///   it open.
    static func openDamagedLog(
        _ folder: StoreFolder, _ options: Options, _ observer: StoreObserver, after error: EventStoreError
    ) throws -> RecoveredLog {
        let log = try openUnlocked(folder, options, after: error)
        do {
            let path = log.path
            let (mark, end) = try log.withStoredSnapshot { (snapshot) in
                (try snapshot.markedHeader(path: path)?.mark, try snapshot.readableEnd())
            }
            var lost: LostEvents?
            if case .inUse? = mark {
                let first = end.damage == nil ? end.position + 1 : end.position
                let found = LostEvents(in: .journal, position: first, head: first - 1)
                observer.log.eventsLost(found, error)
                lost = found
            } else {
                observer.log.logDamaged(error)
            }
            return RecoveredLog(
                environment: log, lost: lost, damage: PageDamage(error: error, endDoubt: doubtOfEnd(of: log)))
        } catch {
            log.close()
            throw error
        }
    }

    /// Opens the log's file by a way that cannot write it.
    private static func openUnlocked(
        _ folder: StoreFolder, _ options: Options, after error: EventStoreError
    ) throws(EventStoreError) -> Environment {
        var opening = Environment.Options(
            mapSize: options.mapSize, durability: options.durability == .full ? .full : .noSync,
            access: .readingUnlocked)
        opening.allowsMissingPages = true
        do throws(LMDBError) {
            return try Environment.open(at: folder.log, options: opening)
        } catch let failure {
            guard failure.code == .inUse else { throw error }
            throw EventStoreError(
                .damaged, "\(error.message); to read around the damage, end the other processes that use the store",
                position: error.position, cause: failure)
        }
    }

    /// Why the last commits may be hidden, as APP-12 has it.
    private static func doubtOfEnd(of log: Environment) -> EventStoreError? {
        do throws(LMDBError) {
            try log.checkLastTransaction()
            return nil
        } catch {
            return EventStoreError(opening: log.path, error)
        }
    }
}

extension StoreFolder {
    /// The error of an append to a store whose log has damaged pages.
    var hasDamagedPages: EventStoreError {
        EventStoreError(
            .appendsStopped,
            "log.mdb of the store at \(quoted(path, upTo: .max)) has damaged pages, and is open read-only: restore the "
                + "store from a backup", outcome: .notWritten)
    }
}
