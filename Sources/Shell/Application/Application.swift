import AuthDomain
import AuthInfrastructure
import DomainKit
public import ItemsDomain
import ItemsInfrastructure
public import Nacre
public import NacreRuntime
public import ProfileDomain
import ProfileInfrastructure

/// The composition root: the features on a store, and the runtime that runs them.
///
/// ```swift
/// let application = try await Application.open(.lmdb(at: "shell.nacre"))
/// let item = try await application.items.create(name: "Buy milk")
/// ```
///
/// Only this module knows the concrete types. Callers see protocols, and pass each consumer the use cases that it
/// needs: a button that adds items gets `application.items.create`, an `any ItemCreating`. All dependencies can be
/// replaced: see ``Options`` and ``init(on:options:)``. A caller reads its own writes: a read model is brought up to
/// date before each query.
///
/// Threading: all members may be called from any task at any time. Several processes may open one folder.
public final class Application: Sendable {
    /// The runtime of the features: catch-up, rebuilds, process managers, queries of the past, backups.
    public let runtime: Runtime

    /// The use cases of all items, with and without an owner; new items have no owner.
    public let items: ItemUseCases

    /// The use cases of profiles.
    public let profiles: ProfileUseCases

    let idGenerator: any IDGenerator
    let conflictRetry: ConflictRetry
    let sealing: (any PersonalDataSealing)?
    let itemStorage: ItemStorage
    let profileStorage: ProfileStorage

    /// Runs the features on an open storage.
    ///
    /// To keep a feature in memory, change the line of its storage: `itemStorage = .inMemory(time: time)`. To replace
    /// only a repository or a read model, change its line in the function that creates that storage, below.
    ///
    /// - Parameters:
    ///   - storage: The log and what belongs to it; closed by ``close()``.
    ///   - options: How the features run.
    /// - Throws: `EventStoreError` with code `invalidArgument` if two features have the same name.
    public init(on storage: Storage, options: Options = Options()) throws(EventStoreError) {
        let time = storage.time
        runtime = try Runtime(on: storage, options: options.runtime) {
            Self.features(welcomingProfiles: options.welcomesProfiles, requestingMail: options.requestsMail)
        }
        let itemsInLog = try ItemStorage.inLog(
            of: runtime, sealing: options.sealing, answersFromEvents: options.answersFromEvents,
            notice: options.logSnapshotFailure(of:error:))
        let profilesInLog = try ProfileStorage.inLog(of: runtime, sealing: options.sealing)
        sealing = options.sealing
        itemStorage = options.itemStorage ?? itemsInLog
        profileStorage = options.profileStorage ?? profilesInLog
        (idGenerator, conflictRetry) = (options.idGenerator, options.runtime.conflictRetry)
        items = ItemUseCases(in: itemStorage, for: .all, ids: idGenerator, retry: conflictRetry)
        profiles = ProfileUseCases(in: profileStorage, time: time, retry: conflictRetry)
    }

    /// The features of the application.
    ///
    /// - Parameters:
    ///   - isWelcoming: Whether a welcome item is created for every profile that is set up.
    ///   - isRequestingMail: Whether mails to accounts are requested.
    /// - Returns: The projections, process managers and deciders.
    @FeaturesBuilder
    public static func features(
        welcomingProfiles isWelcoming: Bool = false, requestingMail isRequestingMail: Bool = false
    ) -> Features {
        ItemsProjection()
        ProfilesProjection()
        DeciderDeclaration.items
        DeciderDeclaration.profiles
        DeciderDeclaration(AccountDecider.self)
        DeciderDeclaration(MailDecider.self)
        if isWelcoming { ProcessDeclaration { Welcoming(in: $0.store, time: $0.time) } }
        if isRequestingMail { ProcessDeclaration { RequestingMail(in: $0.store, time: $0.time) } }
    }

    /// Opens a store and runs the features on it.
    ///
    /// - Parameters:
    ///   - engine: The storage engine, such as `.lmdb(at: "shell.nacre")`.
    ///   - purpose: What the store is opened for; the default, writing, creates a missing store.
    ///   - options: How the features run.
    /// - Returns: The application; end it with ``close()``.
    /// - Throws: `EventStoreError`: the errors of opening the engine.
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

    /// The use cases of the items that an access allows.
    ///
    /// - Parameter access: The items: all, or those of one owner.
    /// - Returns: The use cases. To an owner, other items are as if they did not exist.
    public func items(for access: ItemAccess) -> ItemUseCases {
        ItemUseCases(in: itemStorage, for: access, ids: idGenerator, retry: conflictRetry)
    }

    /// The event store.
    public var store: any EventStore { runtime.store }

    /// Completes pending writes, then closes the log and the read models.
    ///
    /// Safe to call twice.
    public func close() async {
        await runtime.close()
    }
}

extension ItemStorage {
    /// Items in the log, with their read model.
    fileprivate static func inLog(
        of runtime: Runtime, sealing: (any PersonalDataSealing)?, answersFromEvents: Bool,
        notice: @escaping @Sendable (StreamName, any Error) -> Void
    ) throws(EventStoreError) -> ItemStorage {
        let (store, time, models) = (runtime.store, runtime.storage.time, runtime.models)
        let projection = ItemsProjection()
        let itemRepository: any ItemRepository = EventSourcedItemRepository(
            store: store, time: time, sealing: sealing, answersFromEvents: answersFromEvents
        ).withSnapshots(
            Snapshots("item", in: models.store, codec: ItemSnapshotCodec(sealing: sealing), notice: notice))
        let itemQueries: any ItemQueries = ProjectedItems(
            in: models.store, updatedBy: try models.updater(of: projection.name), sealing: sealing)
        let itemChanges = PartitionedChanges.ofItems(in: store, ownedBy: itemQueries)
        return ItemStorage(
            repository: itemRepository, queries: itemQueries, changes: itemChanges.feed(of: .everything),
            changesOfOwner: { itemChanges.feed(of: .part($0)) })
    }
}

extension ProfileStorage {
    /// Profiles in the log, with their read model.
    fileprivate static func inLog(
        of runtime: Runtime, sealing: (any PersonalDataSealing)?
    ) throws(EventStoreError) -> ProfileStorage {
        let (store, time, models) = (runtime.store, runtime.storage.time, runtime.models)
        let projection = ProfilesProjection()
        let profileRepository: any ProfileRepository = EventSourcedProfileRepository(
            store: store, time: time, sealing: sealing)
        let profileQueries: any ProfileQueries = ProjectedProfiles(
            in: models.store, updatedBy: try models.updater(of: projection.name), sealing: sealing)
        let profileChanges = PartitionedChanges.ofProfiles(in: store)
        return ProfileStorage(
            repository: profileRepository, queries: profileQueries, changes: profileChanges.feed(of: .everything),
            changesOfUser: { profileChanges.feed(of: .part($0)) })
    }
}
