import DomainKit
import FeatureTesting
import Nacre
import NacreTesting
import ProfileDomain
import ProfileInfrastructure
import Testing

@Suite
struct ProfilesProjectionTests {
    private let profiles = EventSourcedProfiles()
    private let identity = #"{"screenName":"Ada","birthday":"1990-12-10"}"#

    private func append(_ type: EventType, _ json: String = "{}", to stream: StreamName) async throws {
        try await profiles.store.append([EventData(type: type, data: Array(json.utf8))], to: stream)
    }

    private var queries: any ProfileQueries { profiles.stores.queries }

    @Test
    func `foreign event types only advance the version`() async throws {
        try await append("SignedIn", to: "profile-ada")
        try await append("IdentityCompleted", identity, to: "profile-ada")
        try await append("SignedIn", "not JSON", to: "profile-ada")
        let profile = try #require(try await queries.profile(UserID("ada")))
        #expect(profile.version == 3)
        #expect(profile.updatedAt == profile.createdAt)
    }

    @Test(arguments: ["profiles-ada", "item-ada", "profile", "profile-", "profile- ada"])
    func `profile event types in other streams are ignored`(stream: String) async throws {
        try await append("IdentityCompleted", "not JSON", to: StreamName(stream))
        #expect(try await queries.profiles(after: nil, limit: 10).elements.isEmpty)
    }

    @Test
    func `undecodable data halts the projection`() async throws {
        try await ProfilesProjection()
            .given("profile-ada", setUp, by: ProfileEventCodec())
            .given("profile-ada", EventData(type: "BirthdayCorrected", data: Array("{}".utf8)))
            .thenHalts(at: 2)
    }

    @Test
    func `rows are described in words`() async throws {
        try await ProfilesProjection()
            .given("profile-ada", setUp, by: ProfileEventCodec())
            .thenRows(
                """
                profile of user "ada", screen name "Ada", birthday "1990-12-10", set up at position 1 on \
                2000-01-01T00:00:00Z, updated on 2000-01-01T00:00:00Z, version 1
                """, "the profile of user \"ada\" was set up at position 1")
    }

    private let setUp = [ProfileEvent.identityCompleted(screenName: "Ada", birthday: "1990-12-10")]
}
