import AuthDomain
import AuthInfrastructure
import FeatureTesting
import Foundation
import Nacre
import NacreLMDB
import NacreTesting
import TestTraits
import Testing

@Test(.fewAtOnce, .timeLimit(.minutes(25)), arguments: AuthBehaviours.all)
func `event-sourced accounts on disk keep the rules of accounts`(_ behaviour: Behaviour<AuthStores>) async throws {
    let path = NSTemporaryDirectory() + "nacre-accounts-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try await LMDBEventStore.open(
        at: path, options: .init(durability: .unsynced, mapSize: 64 << 20, derivedMapSize: 16 << 20))
    let time = ManualTimeSource()
    let stores = AuthStores(
        repository: EventSourcedAccountRepository(store: store, time: time), secrets: InMemorySecretStore(), time: time)
    do {
        try await behaviour.verify(on: stores)
    } catch {
        await store.close()
        throw error
    }
    await store.close()
}
