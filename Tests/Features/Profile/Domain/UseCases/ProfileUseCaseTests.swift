import DomainKit
import FeatureTesting
import NacreTesting
import ProfileDomain
import Testing

@Suite
struct ProfileUseCaseTests {
    /// A read model that has applied nothing yet.
    private struct BlindQueries: ProfileQueries {
        func profile(_ id: UserID) -> ProfileDetails? { nil }
        func profiles(after cursor: PageCursor?, limit: Int) -> Page<ProfileDetails> { Page(elements: [], next: nil) }
    }

    @Test(arguments: [0, 1001])
    func `a page limit outside the range is rejected`(limit: Int) async {
        let fetchAll: any ProfileListing = FetchProfiles(queries: BlindQueries())
        let error = await #expect(throws: ValidationError.self) { try await fetchAll(limit: limit) }
        #expect(error?.failures.map(\.field) == ["limit"])
    }

    @Test
    func `a saved profile missing from the read model is an error, not an empty answer`() async {
        let time = ManualTimeSource()
        let setUp: any IdentityCompleting = CompleteIdentity(
            repository: InMemoryProfileRepository(time: time), queries: BlindQueries(), time: time)
        let error = await #expect(throws: ProfileError.self) {
            try await setUp(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        }
        #expect(error?.code == .notShown)
        #expect(error?.version == 1)
    }

    @Test
    func `a failed read after saving reports the saved profile and the cause`() async {
        struct Broken: Error {}
        struct BrokenQueries: ProfileQueries {
            func profile(_ id: UserID) throws -> ProfileDetails? { throw Broken() }
            func profiles(after cursor: PageCursor?, limit: Int) throws -> Page<ProfileDetails> { throw Broken() }
        }
        let time = ManualTimeSource()
        let setUp: any IdentityCompleting = CompleteIdentity(
            repository: InMemoryProfileRepository(time: time), queries: BrokenQueries(), time: time)
        let error = await #expect(throws: ProfileError.self) {
            try await setUp(user: "ada", screenName: "Ada", birthday: "1990-12-10")
        }
        #expect(error?.code == .notShown)
        #expect(error?.version == 1)
        #expect(error?.cause is Broken)
    }
}
