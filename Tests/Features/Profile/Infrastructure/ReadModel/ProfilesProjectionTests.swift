import DomainKit
import FeatureTesting
import Nacre
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
    func `events of foreign types count for the version alone`() async throws {
        try await append("SignedIn", to: "profile-ada")
        try await append("IdentityCompleted", identity, to: "profile-ada")
        try await append("SignedIn", "not JSON", to: "profile-ada")
        let profile = try #require(try await queries.profile(UserID("ada")))
        #expect(profile.version == 3)
        #expect(profile.updatedAt == profile.createdAt)
    }

    @Test(arguments: ["profiles-ada", "item-ada", "profile", "profile-", "profile- ada"])
    func `the types of profiles in streams that are no profiles' are not the kernel's`(stream: String) async throws {
        try await append("IdentityCompleted", "not JSON", to: StreamName(stream))
        #expect(try await queries.profiles(after: nil, limit: 10).elements.isEmpty)
    }

    @Test
    func `data that cannot be read halts the projection`() async throws {
        try await append("IdentityCompleted", identity, to: "profile-ada")
        try await append("BirthdayCorrected", "{}", to: "profile-ada")
        let error = await #expect(throws: EventStoreError.self) { try await queries.profile(UserID("ada")) }
        #expect(error?.code == .projectionHalted)
        #expect(error?.position == 2)
    }

    @Test
    func `rows are described in words`() async throws {
        try await append("IdentityCompleted", identity, to: "profile-ada")
        _ = try await profiles.runner.catchUp()
        var lines: [String] = []
        try profiles.models.read("profiles") { reader in
            for table in UInt8(0)...1 {
                try reader.forEachRow(in: table, after: nil) { key, value in
                    lines.append(ProfilesProjection().describe(key: key, value: value, in: table))
                    return true
                }
            }
        }
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("profile of user \"ada\", screen name \"Ada\", birthday \"1990-12-10\", set up at "))
        #expect(lines[1] == "the profile of user \"ada\" was set up at position 1")
    }
}
