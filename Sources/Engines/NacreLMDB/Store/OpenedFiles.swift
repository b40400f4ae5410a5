import LMDB
import Nacre

/// The open files of a store, before its threads run.
struct OpenedFiles {
    let folder: StoreFolder
    let environment: Environment
    let presence: StorePresence
    let header: StoreHeader
    /// The events that derived files or the journal know and the log does not have.
    let lostEvents: [LostEvents]
    /// Why the store is read-only; `nil` if it can be written.
    let refusal: EventStoreError?
    /// The damage of the log's pages, which is read around.
    let pageDamage: LMDBEventStore.PageDamage?
    /// How far the log can be read.
    let end: Position
    let indexing: Indexing

    /// Opens the log, checks it against the derived files, and opens the index.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - presence: The registration, after which no other opening owns the journal.
    ///   - isWritable: Whether the folder can be written.
    ///   - options: How the store is opened.
    ///   - observer: The log messages of the store.
    /// - Throws: `EventStoreError`, as ``LMDBEventStore/open(at:options:)``.
    init(
        _ folder: StoreFolder, _ presence: StorePresence, isWritable: Bool, _ options: LMDBEventStore.Options,
        _ observer: StoreObserver
    ) throws {
        var folder = folder
        self.presence = presence
        // Without the lock, another opening may own the journal at any time: then nothing may be written.
        let isFolderWritable = isWritable && presence.hasLock
        let recovered = try LMDBEventStore.openLog(
            folder, isWritable: isFolderWritable || isWritable && !options.fallsBackToReadOnly, options, observer
        ) { [folder] log in
            try LMDBEventStore.recoverJournal(
                of: log, in: folder, isWritable: isFolderWritable, acceptsLoss: options.fallsBackToReadOnly, options,
                observer)
        }
        environment = recovered.environment
        pageDamage = recovered.damage
        do {
            guard isFolderWritable || !isWritable || options.fallsBackToReadOnly else { throw folder.cannotBeWritten }
            if let fault = Environment.libraryWarning { observer.log.libraryFault(fault) }
            header = try LMDBEventStore.readOrMakeHeader(of: environment, in: folder, options)
            let lostInJournal = recovered.lost.map { [$0] } ?? []
            lostEvents =
                lostInJournal
                + (isFolderWritable
                    ? try LMDBEventStore.lostEvents(in: folder, of: environment, header, options, observer) : [])
            var refusal: EventStoreError?
            if !isFolderWritable || environment.access != .readingAndWriting || recovered.damage != nil {
                observer.log.readOnly()
                let isDamaged = recovered.damage != nil
                refusal =
                    !isFolderWritable
                    ? folder.cannotBeWritten : isDamaged ? folder.hasDamagedPages : folder.hasNoRoom
            }
            if !lostEvents.isEmpty { refusal = folder.lacksEvents(lostEvents) }
            end = try Self.readableEnd(of: environment, observer)
            indexing = try Self.openIndex(in: &folder, of: environment, header, options, observer, &refusal)
            self.refusal = refusal
            self.folder = folder
        } catch {
            environment.close()
            throw error
        }
    }

    /// How far the log can be read; damage at its end is logged.
    private static func readableEnd(of environment: Environment, _ observer: StoreObserver) throws -> Position {
        let end = try environment.withSnapshot { (log) in
            var end = try log.readableEnd()
            do throws(EventStoreError) {
                if end.damage == nil { try log.countUnnumberedBlocks() }
            } catch {
                guard error.code == .damaged else { throw error }
                end.damage = error
            }
            return end
        }
        if let damage = end.damage { observer.log.logDamaged(damage) }
        return end.position
    }

    /// Opens the index; for a read-only store, or if the disk is full, in a temporary folder.
    private static func openIndex(
        in folder: inout StoreFolder, of environment: Environment, _ header: StoreHeader,
        _ options: LMDBEventStore.Options, _ observer: StoreObserver, _ refusal: inout EventStoreError?
    ) throws -> Indexing {
        var scratch: ScratchFolder?
        // The files are unlinked once they are open, so they do not outlive the process.
        defer { scratch?.remove() }
        // See OPS-01: the derived files of a read-only store are left untouched.
        if refusal != nil { scratch = try folder.derive() }
        do {
            return try LMDBEventStore.openIndex(in: folder, of: environment, header, options, observer)
        } catch let error as EventStoreError
            where error.isOfFullDisk && refusal == nil && options.fallsBackToReadOnly
        {
            observer.log.readOnly()
            refusal = folder.hasNoRoom
            scratch = try folder.derive()
            return try LMDBEventStore.openIndex(in: folder, of: environment, header, options, observer)
        }
    }
}
