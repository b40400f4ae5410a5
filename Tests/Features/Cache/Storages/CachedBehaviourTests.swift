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

/// The behaviour tests of the features, run on cached storages.
@Suite(.fewAtOnce, .timeLimit(.minutes(25)))
struct CachedBehaviourTests {
    @Test(arguments: CacheKind.allCases, ItemBehaviours.all)
    func `cached items behave`(kind: CacheKind, _ behaviour: Behaviour<ItemStores>) async throws {
        let time = ManualTimeSource()
        try await kind.withCache(of: ItemAnswer.self) { cache in
            let cached = CachedItems(over: .inMemory(time: time), in: cache, options: .testing(time: time))
            let storage = cached.storage
            try await behaviour.verify(
                on: ItemStores(storage, time: time) {
                    ItemUseCases(in: storage, for: $0, ids: RandomIDGenerator(), retry: ConflictRetry(attempts: 100))
                })
            await cached.shutdown()
        }
    }

    @Test(arguments: CacheKind.allCases, ProfileBehaviours.all)
    func `cached profiles behave`(kind: CacheKind, _ behaviour: Behaviour<ProfileStores>) async throws {
        let time = ManualTimeSource()
        try await kind.withCache(of: ProfileAnswer.self) { cache in
            let cached = CachedProfiles(over: .inMemory(time: time), in: cache, options: .testing(time: time))
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
