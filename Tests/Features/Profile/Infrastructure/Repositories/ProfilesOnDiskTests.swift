import FeatureTesting
import Foundation
import Nacre
import NacreLMDB
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import TestTraits
import Testing

@Test(.fewAtOnce, .timeLimit(.minutes(25)), arguments: ProfileBehaviours.all)
func `event-sourced profiles on disk keep the repository's rules`(_ behaviour: Behaviour<ProfileStores>) async throws {
    let path = NSTemporaryDirectory() + "nacre-profiles-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try await LMDBEventStore.open(
        at: path, options: .init(durability: .unsynced, mapSize: 64 << 20, derivedMapSize: 16 << 20))
    let models = try opened(path + "/views.mdb")
    let time = ManualTimeSource()
    let runner = ProjectionRunner(projection: ProfilesProjection(), store: store, models: models)
    let stores = ProfileStores(
        repository: EventSourcedProfileRepository(store: store, time: time),
        queries: ProjectedProfiles(in: models, updatedBy: runner),
        changes: LogChanges(of: store, matching: ProfilesProjection().query), time: time)
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
