import Logging
public import Nacre
import NacreLMDB

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Kernel {
    /// Opens the store in a folder, making it where there is none, and puts everything on it.
    ///
    /// Read models are brought up to date when they are first asked, not by opening.
    ///
    /// - Parameters:
    ///   - path: The folder; `views.mdb` in it holds the read models.
    ///   - options: How to open it.
    /// - Returns: The kernel, until ``close()``.
    /// - Throws: `EventStoreError`: `noSuchStore`, `cannotCreate`, `notAStore`, `newerFormat`, `damaged`,
    ///   `eventsLost`, `inputOutput`.
    public static func live(at path: String, options: Options = Options()) async throws -> Kernel {
        let store = try await LMDBEventStore.open(at: path, options: options.ofStore)
        do {
            let views = "\(path)/\(LMDBReadModelStore.fileName)"
            let isEmpty = try await store.head() == 0
            let models: any ReadModelStore = try await blocking.run {
                // As much of them as there is to read is made from the log, in memory; but what knows of events that the
                // log has lost is shown as it is to who looks for faults.
                if store.isReadOnly, options.mendsReadModels || store.lostEvents.isEmpty {
                    return InMemoryReadModelStore()
                }
                do {
                    return try readModels(at: views, isEmpty: isEmpty, options)
                } catch let error as EventStoreError where error.isOfFullDisk && options.readsWhatCannotBeWritten {
                    options.logger.notice(
                        "the disk is full: the read models are built from the log, in memory",
                        metadata: ["file": "\(views)"])
                    return InMemoryReadModelStore()
                }
            }
            var measured = options
            measured.projectionObserver = options.projectionObserver ?? ProjectionMetrics(store: path)
            return Kernel(store: store, inspection: store, log: store, models: models, options: measured) {
                try ScratchReadModels.onDisk(mapSize: options.derivedMapSize)
            }
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens the read models in a file, as the options say.
    private static func readModels(
        at views: String, isEmpty: Bool, _ options: Options
    ) throws -> any ReadModelStore {
        let isMissing = !FileManager.default.fileExists(atPath: views)
        if !options.mendsReadModels {
            return isMissing ? InMemoryReadModelStore() : try readModelsAsTheyAre(at: views, options)
        }
        let models = try LMDBReadModelStore.open(
            at: views, mapSize: options.derivedMapSize, writeLockTimeout: options.writeLockTimeout,
            logger: options.logger)
        if isMissing, !isEmpty {
            options.logger.notice(
                "the file of the read models was not there: they are built from the log",
                metadata: ["file": "\(views)"])
        }
        return models
    }

    /// Opens read models without making anything anew; what cannot be opened is damaged.
    private static func readModelsAsTheyAre(at path: String, _ options: Options) throws -> any ReadModelStore {
        do {
            return try LMDBReadModelStore.openAsItIs(at: path, mapSize: options.derivedMapSize)
        } catch let error as EventStoreError where error.isDamageOfReadModel {
            return DamagedReadModels(error: error)
        }
    }

    /// Puts everything on a store in memory, which ends with the kernel: for tests, and for trying things out.
    ///
    /// - Parameter options: How to open it; what concerns files is passed over.
    /// - Returns: The kernel.
    public static func inMemory(options: Options = Options()) -> Kernel {
        Kernel(on: InMemoryEventStore(timeSource: options.timeSource), options: options)
    }

    /// Puts everything on a log and read models that the caller has: for tests in which the store fails when they say so,
    /// and for stores of another kind.
    ///
    /// - Parameters:
    ///   - store: The log, which ``close()`` closes.
    ///   - models: Where the read models are kept, which ``close()`` closes.
    ///   - options: How to put everything on them; what concerns opening is passed over.
    public convenience init(
        on store: any EventStore, models: any ReadModelStore = InMemoryReadModelStore(), options: Options = Options()
    ) {
        self.init(
            store: store, inspection: LogInspection(of: store), log: nil, models: models, options: options
        ) {
            ScratchReadModels.inMemory()
        }
    }
}
