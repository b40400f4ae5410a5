import DomainKit
import FeatureAPI
import FeatureCache
import FeatureTesting
import ItemsDomain
import ItemsRemote
import Nacre
import NacreLMDB
import NacreRuntime
import NacreTesting
import ProfileDomain
import ProfileRemote
import TestFolders
import TestTraits
import Testing

@testable import Shell

/// The kinds of storages that the composition root takes: one line for each, and nothing else differs.
enum StorageKind: CaseIterable {
    case inMemory
    case eventSourced
    case remote
    case cachedRemote

    /// The storage of items; `nil` for the one that the application has in its log.
    func items(at client: APIClient, _ time: ManualTimeSource) -> ItemStorage? {
        switch self {
        case .inMemory: .inMemory(time: time)
        case .eventSourced: nil
        case .remote: .remote(client, scope: .all)
        case .cachedRemote:
            CachedItems(over: .remote(client, scope: .all), in: InMemoryAnswerCache(), options: .patient(time)).storage
        }
    }

    /// The storage of profiles; `nil` for the one that the application has in its log.
    func profiles(at client: APIClient, _ time: ManualTimeSource) -> ProfileStorage? {
        switch self {
        case .inMemory: .inMemory(time: time)
        case .eventSourced: nil
        case .remote: .remote(client)
        case .cachedRemote:
            CachedProfiles(over: .remote(client), in: InMemoryAnswerCache(), options: .patient(time)).storage
        }
    }

    /// Whether the server has what the application creates.
    var isAtServer: Bool { self == .remote || self == .cachedRemote }
}

/// The composition root swaps the kinds of storages in one line, and the application stays as it is.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct CompositionTests {
    @Test(arguments: StorageKind.allCases, ItemBehaviours.all)
    func `an application behaves, wherever its items are`(
        _ kind: StorageKind, _ behaviour: Behaviour<ItemStores>
    ) async throws {
        let time = ManualTimeSource()
        try await Self.withApplication(time) { options, client in
            options.itemStorage = kind.items(at: client, time)
        } _: { application, _ in
            try await behaviour.verify(
                on: ItemStores(application.itemStorage, time: time, useCases: application.items(for:)))
        }
    }

    @Test(arguments: StorageKind.allCases, RemoteBehaviourTests.possible)
    func `an application behaves, wherever its profiles are`(
        _ kind: StorageKind, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await Self.withApplication(time) { options, client in
            options.profileStorage = kind.profiles(at: client, time)
        } _: { application, _ in
            try await behaviour.verify(
                on: ProfileStores(application.profileStorage, profiles: application.profiles, time: time))
        }
    }

    @Test(arguments: StorageKind.allCases)
    func `what an application creates is in its own log or at the server, and in one place only`(
        _ kind: StorageKind
    ) async throws {
        let time = ManualTimeSource()
        try await Self.withApplication(time) { options, client in
            options.itemStorage = kind.items(at: client, time)
        } _: { application, served in
            let milk = try await application.items.create(name: "Buy milk")
            #expect(try await application.items.fetchAll().elements == [milk])
            #expect(try await application.store.head() == (kind == .eventSourced ? 1 : 0))
            #expect(try await served.store.head() == (kind.isAtServer ? 1 : 0))
        }
    }

    /// Runs a test on an application in memory that is composed beside a served one on disk.
    private static func withApplication(
        _ time: ManualTimeSource, compose: @escaping @Sendable (inout Application.Options, APIClient) -> Void,
        _ test: @escaping @Sendable (_ application: Application, _ served: Application) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let served = try await Application.open(
            .lmdb(
                at: folder.path("served.nacre"),
                options: .init(mapSize: 64 << 20, derivedMapSize: 32 << 20, timeSource: time)))
        try await RemoteKernel.run(on: served) { kernel in
            var options = Application.Options()
            options.runtime.conflictRetry = ConflictRetry(attempts: 100)
            compose(&options, kernel.operatorClient)
            let application = try await Application.open(.inMemory(time: time), options: options)
            do {
                try await test(application, served)
            } catch {
                await application.close()
                throw error
            }
            await application.close()
        }
    }
}
