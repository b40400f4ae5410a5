import FeatureTesting
import Foundation
import ItemsDomain
import ItemsInfrastructure
import Nacre
import NacreLMDB
import NacreTesting
import TestTraits
import Testing

@Test(.fewAtOnce, .timeLimit(.minutes(25)), arguments: ItemBehaviours.all, [false, true])
func `event-sourced items on disk keep the repository's rules, with and without snapshots`(
    _ behaviour: Behaviour<ItemStores>, areRemembered: Bool
) async throws {
    let path = NSTemporaryDirectory() + "nacre-items-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try await LMDBEventStore.open(
        at: path, options: .init(durability: .unsynced, mapSize: 64 << 20, derivedMapSize: 16 << 20))
    let models = try opened(path + "/views.mdb")
    let time = ManualTimeSource()
    let runner = ProjectionRunner(projection: ItemsProjection(), store: store, models: models)
    let items = EventSourcedItemRepository(store: store, time: time)
    let snapshots = Snapshots("item", in: models, codec: ItemSnapshotCodec(), every: 1) { stream, error in
        Issue.record("\(stream): \(error)")
    }
    let stores = ItemStores(
        repository: areRemembered ? items.withSnapshots(snapshots) : items,
        queries: ProjectedItems(in: models, updatedBy: runner),
        changes: LogChanges(of: store, matching: ItemsProjection().query), time: time)
    let outcome = await Result { try await behaviour.verify(on: stores) }
    models.close()
    await store.close()
    try outcome.get()
}

private func opened(_ path: String) throws -> LMDBReadModelStore {
    try LMDBReadModelStore.open(at: path, mapSize: 16 << 20)
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
