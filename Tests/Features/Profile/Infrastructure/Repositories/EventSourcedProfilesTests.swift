import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct EventSourcedProfilesTests {
    @Test(.timeLimit(.minutes(25)), arguments: ProfileBehaviours.all)
    func `event-sourced in-memory profiles keep the repository's rules`(_ behaviour: Behaviour<ProfileStores>)
        async throws
    {
        try await behaviour.verify(on: EventSourcedProfiles().stores)
    }

    @Test(arguments: 0..<20)
    func `a race for a screen name has one winner, in every run`(_: Int) async throws {
        for behaviour in ProfileBehaviours.screenNames {
            try await behaviour.verify(on: EventSourcedProfiles().stores)
        }
    }

    @Test
    func `events in other streams take no screen name, whatever their type and tags`() async throws {
        let profiles = EventSourcedProfiles()
        let fields = Array(#"{"screenName":"Ada","birthday":"1990-12-10"}"#.utf8)
        for stream in ["person-1", "profile- 1"] as [StreamName] {
            try await profiles.store.append(
                [EventData(type: "IdentityCompleted", tags: ["screenName:ada"], data: fields)], to: stream)
        }
        try await profiles.store.append(
            [EventData(type: "SignedIn", tags: ["screenName:ada"], data: [])], to: "profile-bob")
        let ada = try await profiles.stores.profiles.completeIdentity(
            user: "ada", screenName: "Ada", birthday: "1990-12-10")
        #expect(ada.screenName == "Ada")
    }

    @Test
    func `a taken screen name is rejected, however long ago it was taken`() async throws {
        let profiles = EventSourcedProfiles()
        let useCases = profiles.stores.profiles
        _ = try await useCases.completeIdentity(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        try await profiles.store.append((0..<2_000).map { _ in EventData(type: "Noise", data: []) }, to: "noise-1")
        let error = await #expect(throws: ProfileError.self) {
            try await useCases.completeIdentity(user: "eve", screenName: "ada", birthday: "1990-12-10")
        }
        #expect(error?.code == .screenNameTaken)
    }

    @Test
    func `present and former holders of a screen name are found by tag`() async throws {
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

/// Event-sourced profiles on an in-memory store.
struct EventSourcedProfiles {
    let store = InMemoryEventStore()
    let models = InMemoryReadModelStore()
    let runner: ProjectionRunner
    let stores: ProfileStores

    init(time: ManualTimeSource = ManualTimeSource()) {
        runner = ProjectionRunner(projection: ProfilesProjection(), store: store, models: models)
        stores = ProfileStores(
            repository: EventSourcedProfileRepository(store: store, time: time),
            queries: ProjectedProfiles(in: models, updatedBy: runner),
            changes: LogChanges(of: store, matching: ProfilesProjection().query), time: time)
    }
}
