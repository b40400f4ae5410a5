import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct EventSourcedProfilesTests {
    @Test(arguments: ProfileBehaviours.all)
    func `event-sourced profiles in memory behave`(_ behaviour: Behaviour<ProfileStores>) async throws {
        try await behaviour.verify(on: EventSourcedProfiles().stores)
    }

    @Test
    func `who has a screen name, and who had it, is asked of the log by tag`() async throws {
        let profiles = EventSourcedProfiles()
        let useCases = profiles.stores.profiles
        _ = try await useCases.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        _ = try await useCases.changeScreenName(user: "ada", screenName: "Lovelace")
        for (name, positions) in [("ada", [1, 2]), ("lovelace", [2]), ("Ada", [])] as [(String, [Position])] {
            let events = try await profiles.store.readLog(matching: .tagged("screenName:\(name)")).collect()
            #expect(events.map(\.position) == positions)
        }
    }
}

/// Event-sourced profiles on a store in memory.
struct EventSourcedProfiles {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()
    let runner: ProjectionRunner
    let stores: ProfileStores

    init(time: ManualTimeSource = ManualTimeSource()) {
        runner = ProjectionRunner(projection: ProfilesProjection(), store: store, models: models)
        stores = ProfileStores(
            repository: EventSourcedProfileRepository(store: store, time: time),
            queries: ProjectedProfiles(in: models, updatedBy: runner), time: time)
    }
}
