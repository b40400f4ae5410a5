import ItemsDomain
import ItemsInfrastructure
import Kernel
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct StoredTypesTests {
    @Test
    func `a codec reads every event that the use cases write`() async throws {
        let kernel = Kernel.inMemory()
        try await kernel.fill()
        try await EventCodecConformance.check(kernel.store, isReadBy: [ItemEventCodec(), ProfileEventCodec()])
        await #expect(throws: ConformanceFailure.self) {
            try await EventCodecConformance.check(kernel.store, isReadBy: [ItemEventCodec()])
        }
        await kernel.close()
    }

    @Test
    func `no type belongs to two features`() throws {
        let items = try EventCodecConformance.check(
            ItemEventCodec(), samples: [.created(name: "one"), .renamed(name: "two"), .completed, .reopened, .deleted])
        let profiles = try EventCodecConformance.check(
            ProfileEventCodec(),
            samples: [
                .identityCompleted(screenName: "Ada", birthday: "1990-12-10"),
                .screenNameChanged(to: "Lovelace", replacing: "ada"), .birthdayCorrected(to: "1990-12-11"),
            ])
        try EventCodecConformance.checkDistinct(items, profiles)
    }
}
