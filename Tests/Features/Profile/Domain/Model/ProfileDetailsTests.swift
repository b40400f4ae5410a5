import DomainKit
import ProfileDomain
import Testing

@Test
func `a foreign event or a second set-up only advances a profile's version`() throws {
    let ada = try UserID("ada")
    let times = (0...2).map { Instant(nanosecondsSince1970: $0, decimals: 9) }
    var details: ProfileDetails?
    ProfileDetails.evolve(
        &details, .identityCompleted(screenName: "Ada", birthday: "1990-12-10"), of: ada, at: times[0], version: 2)
    let first = try #require(details)
    ProfileDetails.evolve(
        &details, .identityCompleted(screenName: "Bob", birthday: "1990-12-11"), of: ada, at: times[1], version: 3)
    details?.skipEvent(version: 4)
    #expect(
        details
            == ProfileDetails(
                id: ada, screenName: "Ada", birthday: "1990-12-10", createdAt: first.createdAt,
                updatedAt: times[0], version: 4))
}
