import ItemsDomain
import ItemsInfrastructure
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Shell
import Testing

@Suite
struct StoredTypesTests {
    @Test
    func `a codec reads every event that the use cases write`() async throws {
        let application = try Application.inMemory()
        try await application.fill()
        try await EventCodecConformance.check(application.store, decodedBy: [ItemEvent.codec, ProfileEventCodec()])
        await #expect(throws: ConformanceFailure.self) {
            try await EventCodecConformance.check(application.store, decodedBy: [ItemEvent.codec])
        }
        await application.close()
    }

    @Test
    func `no type belongs to two features`() throws {
        let items = try EventCodecConformance.check(
            ItemEvent.codec,
            samples: [
                .created(name: "one"), .created(name: "one", owner: ItemOwner(high: 1, low: 2)), .renamed(name: "two"),
                .completed, .reopened, .deleted, .restored,
            ])
        let profiles = try EventCodecConformance.check(
            ProfileEventCodec(),
            samples: [
                .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"), .birthdayCorrected(to: "1990-12-11"),
            ])
        try EventCodecConformance.checkDistinct(items, profiles)
    }
}
