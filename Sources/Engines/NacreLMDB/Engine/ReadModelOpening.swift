import Logging
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the read models that belong to a log, or what stands in for them.
struct ReadModelOpening: Sendable {
    /// The folder of the store.
    let path: String
    let options: LMDBEventStore.Options

    /// Whether a file that cannot be used is replaced; otherwise it is left as it is.
    let mends: Bool

    private var file: String { "\(path)/\(LMDBReadModelStore.fileName)" }

    /// Opens the read models.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - isEmpty: Whether it has no events.
    /// - Returns: Those of the folder; models in memory where they can be neither written nor left as they are; or what says
    ///   of each that it is damaged.
    /// - Throws: `EventStoreError` where they cannot be opened and are needed.
    func models(besides store: LMDBEventStore, isEmpty: Bool) throws -> any ReadModelStore {
        // As much of them as there is to read is made from the log, in memory; but what knows of events that the log has
        // lost is shown as it is to an operator who looks for faults.
        if store.isReadOnly, mends || store.lostEvents.isEmpty { return InMemoryReadModelStore() }
        do {
            return try ofFile(isEmpty: isEmpty)
        } catch let error as EventStoreError where error.isOfFullDisk && options.readsWhatCannotBeWritten {
            options.logger.notice(
                "the disk is full: the read models are built from the log, in memory", metadata: ["file": "\(file)"])
            return InMemoryReadModelStore()
        }
    }

    private func ofFile(isEmpty: Bool) throws -> any ReadModelStore {
        let isMissing = !FileManager.default.fileExists(atPath: file)
        guard mends else { return isMissing ? InMemoryReadModelStore() : try asTheyAre() }
        let models = try LMDBReadModelStore.open(
            at: file, mapSize: options.derivedMapSize, writeLockTimeout: options.writeLockTimeout,
            logger: options.logger)
        if isMissing, !isEmpty {
            options.logger.notice(
                "the file of the read models was not there: they are built from the log",
                metadata: ["file": "\(file)"])
        }
        return models
    }

    private func asTheyAre() throws -> any ReadModelStore {
        do {
            return try LMDBReadModelStore.openAsItIs(at: file, mapSize: options.derivedMapSize)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            return DamagedReadModels(error: error)
        }
    }
}
