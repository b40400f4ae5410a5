import DomainKit
public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import NacreRuntime
public import ProfileDomain
import ProfileInfrastructure

/// The composition root: the features put on a store, and what runs them.
///
/// ```swift
/// let application = try await Application.open(.lmdb(at: "shell.nacre"))
/// let item = try await application.items.create(name: "Buy milk")
/// ```
///
/// This module is the only place where concrete types meet; its callers see protocols, and hand each consumer the use cases
/// that it needs: a button that adds items gets `application.items.create`, which is `any ItemCreating`. Everything that
/// the application stands on can be handed in: see ``Options`` and ``init(on:options:)``. A caller that changes something
/// through a use case and then asks sees the change: a read model is brought up to date before it is looked at.
///
/// Threading: all members may be called from any task at any time, and several processes may have one folder open.
public final class Application: Sendable {
    /// What runs the features on the store: catches up, rebuilds, reacts, looks at the past, copies, closes.
    public let runtime: Runtime

    /// What can be done with items.
    public let items: ItemUseCases

    /// What can be done with profiles.
    public let profiles: ProfileUseCases

    let itemStorage: ItemStorage
    let profileStorage: ProfileStorage

    /// Puts the features on a storage that is open.
    ///
    /// To keep one in memory, change the line of its storage: `itemStorage = .inMemory(time: time)`; to swap a repository or
    /// a read model alone, its line in what makes that storage, below.
    ///
    /// - Parameters:
    ///   - storage: The log with what belongs to it, which ``close()`` closes.
    ///   - options: How the features are put on it.
    /// - Throws: `EventStoreError` with code `invalidArgument` where two features have one name.
    public init(on storage: Storage, options: Options = Options()) throws(EventStoreError) {
        let time = storage.time
        runtime = try Runtime(on: storage, options: options.runtime) {
            Self.features(welcomingProfiles: options.welcomesProfiles)
        }
        let itemsInLog = try ItemStorage.inLog(of: runtime, notice: options.tell(ofSnapshot:error:))
        let profilesInLog = try ProfileStorage.inLog(of: runtime)
        itemStorage = options.itemStorage ?? itemsInLog
        profileStorage = options.profileStorage ?? profilesInLog
        items = ItemUseCases(in: itemStorage, ids: options.idGenerator, retry: options.runtime.conflictRetry)
        profiles = ProfileUseCases(in: profileStorage, time: time, retry: options.runtime.conflictRetry)
    }

    /// What is run on the store.
    ///
    /// - Parameter isWelcoming: Whether an item is created for every profile whose identity is completed.
    /// - Returns: The projections and process managers.
    @FeaturesBuilder
    public static func features(welcomingProfiles isWelcoming: Bool = false) -> Features {
        ItemsProjection()
        ProfilesProjection()
        if isWelcoming { ProcessDeclaration { Welcoming(in: $0.store, time: $0.time) } }
    }

    /// Opens a store, and puts the features on it.
    ///
    /// - Parameters:
    ///   - engine: What keeps the store, such as `.lmdb(at: "shell.nacre")`.
    ///   - purpose: What it is opened for: by default to write, which makes a store where there is none.
    ///   - options: How the features are put on it.
    /// - Returns: The application, until ``close()``.
    /// - Throws: `EventStoreError`: what opening the engine throws.
    public static func open(
        _ engine: some StorageEngine, for purpose: StoragePurpose = .writing, options: Options = Options()
    ) async throws -> Application {
        let storage = try await engine.open(for: purpose)
        do {
            return try Application(on: storage, options: options)
        } catch {
            await storage.close()
            throw error
        }
    }

    /// The log.
    public var store: any EventStore { runtime.store }

    /// Finishes what is being written, and closes log and read models; safe to call twice.
    public func close() async {
        await runtime.close()
    }
}

extension ItemStorage {
    /// Items in the log, and the read model of it.
    fileprivate static func inLog(
        of runtime: Runtime, notice: @escaping @Sendable (StreamName, any Error) -> Void
    ) throws(EventStoreError) -> ItemStorage {
        let (store, time, models) = (runtime.store, runtime.storage.time, runtime.models)
        let projection = ItemsProjection()
        let itemRepository: any ItemRepository = EventSourcedItemRepository(store: store, time: time)
            .remembering(Snapshots("item", in: models.store, codec: ItemSnapshotCodec(), notice: notice))
        let itemQueries: any ItemQueries = ProjectedItems(
            in: models.store, updatedBy: try models.updater(of: projection.name))
        let itemChanges = LogChanges(of: store, matching: projection.query)
        return ItemStorage(repository: itemRepository, queries: itemQueries, changes: itemChanges)
    }
}

extension ProfileStorage {
    /// Profiles in the log, and the read model of it.
    fileprivate static func inLog(of runtime: Runtime) throws(EventStoreError) -> ProfileStorage {
        let (store, time, models) = (runtime.store, runtime.storage.time, runtime.models)
        let projection = ProfilesProjection()
        let profileRepository: any ProfileRepository = EventSourcedProfileRepository(store: store, time: time)
        let profileQueries: any ProfileQueries = ProjectedProfiles(
            in: models.store, updatedBy: try models.updater(of: projection.name))
        let profileChanges = LogChanges(of: store, matching: projection.query)
        return ProfileStorage(repository: profileRepository, queries: profileQueries, changes: profileChanges)
    }
}
