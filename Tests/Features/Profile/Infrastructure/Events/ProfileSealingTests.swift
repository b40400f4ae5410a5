import DomainKit
import FeatureTesting
import Foundation
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct ProfileSealingTests {
    private let vault = TestVault()
    private let store = InMemoryEventStore()
    private let models = InMemoryReadModelStore()
    private static let ada = "00000000-0000-4000-8000-000000000001"
    private static let eve = "00000000-0000-4000-8000-000000000002"

    private func profiles(_ sealing: (any PersonalDataSealing)?) -> ProfileUseCases {
        let runner = ProjectionRunner(projection: ProfilesProjection(), store: store, models: models)
        return ProfileUseCases(
            in: ProfileStorage(
                repository: EventSourcedProfileRepository(store: store, time: ManualTimeSource(), sealing: sealing),
                queries: ProjectedProfiles(in: models, updatedBy: runner, sealing: sealing),
                changes: LogChanges(of: store, matching: ProfilesProjection().query)),
            time: ManualTimeSource(), retry: ConflictRetry(attempts: 3))
    }

    private func setUp(_ user: String, _ name: String, _ sealing: (any PersonalDataSealing)?) async throws {
        _ = try await profiles(sealing).completeIdentity(user: user, screenName: name, birthday: "1990-12-10")
    }

    @Test
    func `fields and tags of a user with an account disclose nothing, and are read in clear`() async throws {
        try await setUp(Self.ada, "Ada", vault)
        _ = try await profiles(vault).changeScreenName(user: Self.ada, screenName: "Lovelace")
        let changed = try await profiles(vault).correctBirthday(user: Self.ada, birthday: "1990-12-11")
        #expect(changed.screenName == "Lovelace")
        #expect(changed.birthday == "1990-12-11")
        let events = try await store.readLog().collect()
        #expect(events.map(\.schema) == [2, 2, 2])
        for event in events {
            let text = String(decoding: event.data, as: UTF8.self) + event.tags.map(\.text).joined()
            for value in ["Ada", "ada", "ovelace", "1990"] { #expect(!text.contains(value)) }
        }
    }

    @Test
    func `sealed events stay readable, and read as erased after the erasure`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/profiles-schema-2.ndjson")
        let lines = Array(try Data(contentsOf: file))
        let codec = ProfileEventCodec(sealing: vault)
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [
                .identityCompleted(screenName: "Ada", birthday: "1815-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"),
                .screenNameChanged(to: "LOVELACE", replacing: nil), .birthdayCorrected(to: "1815-12-11"),
            ])
        vault.erase(try PersonID(parsing: Self.ada))
        #expect(
            try EventCodecConformance.read(ndjson: lines, by: codec) == [.erased, .erased, .erased, .erased])
    }

    @Test
    func `a user without an account is written as before`() async throws {
        try await setUp("ada", "Ada", vault)
        let events = try await store.readLog().collect()
        #expect(events.map(\.schema) == [1])
        #expect(events.map(\.tags) == [["screenName:ada"]])
    }

    @Test(arguments: [(false, true), (true, false), (true, true)])
    func `a screen name is unique across clear and hashed tags`(first: Bool, second: Bool) async throws {
        try await setUp(first ? Self.ada : "ada", "Ada", vault)
        let error = await #expect(throws: ProfileError.self) {
            try await setUp(second ? Self.eve : "eve", "ADA", vault)
        }
        #expect(error?.code == .screenNameTaken)
    }

    @Test
    func `a name taken in clear is released by a sealed change`() async throws {
        try await setUp(Self.ada, "Ada", nil)
        _ = try await profiles(vault).changeScreenName(user: Self.ada, screenName: "Lovelace")
        try await setUp(Self.eve, "ada", vault)
        #expect(try await profiles(vault).reads.fetch(UserID(Self.eve)).screenName == "ada")
    }

    @Test
    func `an erased profile reads as erased, and its screen name is free`() async throws {
        try await setUp(Self.ada, "Ada", vault)
        vault.erase(try PersonID(parsing: Self.ada))
        let repository = EventSourcedProfileRepository(store: store, time: ManualTimeSource(), sealing: vault)
        #expect(try await repository.load(UserID(Self.ada)) == Versioned(state: .erased, version: 1))
        await #expect(throws: ProfileError.self) { try await profiles(vault).reads.fetch(UserID(Self.ada)) }
        await #expect(throws: (any Error).self) { try await setUp(Self.ada, "Ada", vault) }
        try await setUp(Self.eve, "Ada", vault)
        #expect(try await store.head() == 2)
    }

    @Test
    func `without the keys, a sealed profile is refused`() async throws {
        try await setUp(Self.ada, "Ada", vault)
        let repository = EventSourcedProfileRepository(store: store, time: ManualTimeSource())
        let error = await #expect(throws: EventDecodingError.self) { try await repository.load(UserID(Self.ada)) }
        #expect(error?.code == .sealed)
        await #expect(throws: PersonalDataError.self) { try await profiles(nil).reads.fetch(UserID(Self.ada)) }
    }
}
