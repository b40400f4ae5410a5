import Logging
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the read models of a store, or a substitute for them.
struct ReadModelOpening: Sendable {
    /// The folder of the store.
    let path: String
    let options: LMDBEventStore.Options

    /// Whether an unusable file is replaced; otherwise it is left as it is.
    let repairs: Bool

    private var file: String { "\(path)/\(LMDBReadModelStore.fileName)" }

    /// Opens the read models.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - isEmpty: Whether the log has no events.
    /// - Returns: The read models of the folder; an in-memory store if the store is read-only, the disk is full, or
    ///   there is no file to inspect; ``DamagedReadModels`` if they are damaged and must not be replaced.
    /// - Throws: `EventStoreError` if the read models cannot be opened and there is no substitute.
    func models(besides store: LMDBEventStore, isEmpty: Bool) throws -> any ReadModelStore {
        // Read-only: models are built from the log, in memory. An inspection of a store with lost events shows the
        // models in the folder as they are.
        if store.isReadOnly, repairs || store.lostEvents.isEmpty { return InMemoryReadModelStore() }
        do {
            return try ofFile(isEmpty: isEmpty)
        } catch let error as EventStoreError where error.isOfFullDisk && options.fallsBackToReadOnly {
            options.logger.notice(
                "the disk is full: the read models are built in memory, from the log", metadata: ["file": "\(file)"])
            return InMemoryReadModelStore()
        }
    }

    private func ofFile(isEmpty: Bool) throws -> any ReadModelStore {
        let isMissing = !FileManager.default.fileExists(atPath: file)
        guard repairs else { return isMissing ? InMemoryReadModelStore() : try unrepaired() }
        let models = try LMDBReadModelStore.open(
            at: file, mapSize: options.derivedMapSize, writeLockTimeout: options.writeLockTimeout,
            logger: options.logger)
        if isMissing, !isEmpty {
            options.logger.notice(
                "the file of read models is missing: it is built from the log",
                metadata: ["file": "\(file)"])
        }
        return models
    }

    private func unrepaired() throws -> any ReadModelStore {
        do {
            return try LMDBReadModelStore.openUnrepaired(at: file, mapSize: options.derivedMapSize)
        } catch let error as EventStoreError where error.isReadModelDamage {
            return DamagedReadModels(error: error)
        }
    }
}
