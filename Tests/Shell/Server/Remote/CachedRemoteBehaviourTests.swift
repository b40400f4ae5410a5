import CacheTesting
import DomainKit
import FeatureCache
import FeatureTesting
import ItemsDomain
import ItemsRemote
import NacreTesting
import ProfileDomain
import ProfileRemote
import TestTraits
import Testing

/// The behaviour tests of the features, on caches before a server that is reached over sockets of loopback.
@Suite(.fewAtOnce, .timeLimit(.minutes(25))) struct CachedRemoteBehaviourTests {
    @Test(arguments: CacheKind.allCases, ItemBehaviours.all)
    func `cached items at a server behave, each user with a session and a cache`(
        _ kind: CacheKind, _ behaviour: Behaviour<ItemStores>
    ) async throws {
        let time = ManualTimeSource()
        try await RemoteKernel.run(at: time) { kernel in
            try await kind.withCache(of: ItemAnswer.self) { cache in
                let all = CachedItems(
                    over: .remote(kernel.operatorClient, scope: .all), in: cache, options: .patient(time))
                let storage = all.storage
                try await behaviour.verify(
                    on: ItemStores(storage, time: time) { access in
                        let storage: ItemStorage =
                            switch access {
                            case .all: storage
                            case .owner(let owner):
                                CachedItems(
                                    over: .remote(kernel.client(of: owner)), in: InMemoryAnswerCache(),
                                    options: .patient(time)
                                ).storage
                            }
                        return ItemUseCases(
                            in: storage, for: .all, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100))
                    })
                await all.shutdown()
            }
        }
    }

    @Test(arguments: CacheKind.allCases, RemoteBehaviourTests.possible)
    func `cached profiles at a server behave, for an operator`(
        _ kind: CacheKind, _ behaviour: Behaviour<ProfileStores>
    ) async throws {
        let time = ManualTimeSource()
        try await RemoteKernel.run(at: time) { kernel in
            try await kind.withCache(of: ProfileAnswer.self) { cache in
                let cached = CachedProfiles(
                    over: .remote(kernel.operatorClient), in: cache, options: .patient(time))
                let storage = cached.storage
                try await behaviour.verify(
                    on: ProfileStores(
                        storage,
                        profiles: ProfileUseCases(in: storage, time: time, retry: ConflictRetry(attempts: 100)),
                        time: time))
                await cached.shutdown()
            }
        }
    }
}

extension CachedAnswers<ItemAnswer>.Options {
    /// Options with which a busy machine is no slow server.
    static func patient(_ time: any TimeSource) -> Self {
        .remote(account: { "account" }, patience: .seconds(3600), reconnectPause: .zero, time: time)
    }
}

extension CachedAnswers<ProfileAnswer>.Options {
    /// Options with which a busy machine is no slow server.
    static func patient(_ time: any TimeSource) -> Self {
        .remote(account: { "account" }, patience: .seconds(3600), reconnectPause: .zero, time: time)
    }
}
