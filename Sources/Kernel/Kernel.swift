import DomainKit
public import ItemsDomain
import ItemsInfrastructure
import Logging
public import Nacre
public import ProfileDomain
import ProfileInfrastructure

/// Everything put together: a store, the features on it, and the read models that show what has happened.
///
/// ```swift
/// let kernel = try await Kernel.live(at: "shell.nacre")
/// let item = try await kernel.items.create(name: "Buy milk")
/// ```
///
/// This module is the only place where concrete types meet; who uses it sees protocols, and hands each consumer the use
/// cases that it needs: a button that adds items gets `kernel.items.create`, which is `any ItemCreating`. Everything that
/// the kernel stands on can be handed in: see ``Options`` and ``init(on:models:options:)``. Whoever changes something
/// through a use case and then asks sees the change: read models are brought up to date before they are looked at.
///
/// Threading: all members may be called from any task at any time, and several processes may have one folder open.
public final class Kernel: Sendable {
    /// The log.
    public let store: any EventStore

    /// What the tools ask of the log.
    public let inspection: any StoreInspection

    /// What can be done with items.
    public let items: ItemUseCases

    /// What can be done with profiles.
    public let profiles: ProfileUseCases

    /// What copies the log; `nil` where it has no files.
    let log: (any StoreBackup)?
    let projectors: [Projector]
    let processRunners: [ProcessRunner]
    let itemStorage: ItemStorage
    let profileStorage: ProfileStorage
    let models: any ReadModelStore
    let makeScratch: @Sendable () throws -> ScratchReadModels
    let time: any TimeSource
    let logger: Logger

    /// Runs what blocks its thread: opening, closing, removing files.
    static let blocking = SerialBlockingExecutor(named: "kernel")

    /// Wires the features: to keep one in memory, change the line of its storage: `itemStorage = .inMemory(time: time)`;
    /// to swap a repository or a read model alone, its line in what makes that storage, below.
    init(
        store: any EventStore, inspection: any StoreInspection, log: (any StoreBackup)?, models: any ReadModelStore,
        options: Options, makeScratch: @escaping @Sendable () throws -> ScratchReadModels
    ) {
        let time = options.timeSource
        func projector(_ projection: any Projection) -> Projector {
            Projector(
                projection, store: store, models: models, time: time, observer: options.projectionObserver,
                logger: options.logger)
        }
        let itemsProjector = projector(ItemsProjection())
        let profilesProjector = projector(ProfilesProjection())

        itemStorage = options.itemStorage ?? .inLog(store, models: models, updatedBy: itemsProjector, options)
        profileStorage = options.profileStorage ?? .inLog(store, models: models, updatedBy: profilesProjector, options)

        items = ItemUseCases(in: itemStorage, ids: options.idGenerator, retry: options.conflictRetry)
        profiles = ProfileUseCases(in: profileStorage, time: time, retry: options.conflictRetry)
        projectors = [itemsProjector, profilesProjector]
        let managers: [any ProcessManager] = options.welcomesProfiles ? [Welcoming(in: store, time: time)] : []
        processRunners = managers.map { manager in
            ProcessRunner(
                manager: manager, store: store, retrying: options.conflictRetry, time: time,
                notice: options.tell(ofForeign:))
        }
        self.store = store
        self.inspection = inspection
        self.log = log
        self.models = models
        self.makeScratch = makeScratch
        self.time = time
        logger = options.logger
    }

    /// Finishes what is being written, and closes log and read models; safe to call twice.
    public func close() async {
        await store.close()
        // It waits for the transactions that are open, and fails in no way.
        _ = try? await Self.blocking.run { [models] in models.close() }
    }
}

extension ItemStorage {
    /// Items in the log, and the read model of it.
    fileprivate static func inLog(
        _ store: any EventStore, models: any ReadModelStore, updatedBy itemsProjector: Projector,
        _ options: Kernel.Options
    ) -> ItemStorage {
        let time = options.timeSource
        let itemRepository: any ItemRepository = EventSourcedItemRepository(store: store, time: time)
            .remembering(
                Snapshots("item", in: models, codec: ItemSnapshotCodec(), notice: options.tell(ofSnapshot:error:)))
        let itemQueries: any ItemQueries = ProjectedItems(in: models, updatedBy: itemsProjector)
        let itemChanges = LogChanges(of: store, matching: ItemsProjection().query)
        return ItemStorage(repository: itemRepository, queries: itemQueries, changes: itemChanges)
    }
}

extension ProfileStorage {
    /// Profiles in the log, and the read model of it.
    fileprivate static func inLog(
        _ store: any EventStore, models: any ReadModelStore, updatedBy profilesProjector: Projector,
        _ options: Kernel.Options
    ) -> ProfileStorage {
        let time = options.timeSource
        let profileRepository: any ProfileRepository = EventSourcedProfileRepository(store: store, time: time)
        let profileQueries: any ProfileQueries = ProjectedProfiles(in: models, updatedBy: profilesProjector)
        let profileChanges = LogChanges(of: store, matching: ProfilesProjection().query)
        return ProfileStorage(repository: profileRepository, queries: profileQueries, changes: profileChanges)
    }
}
