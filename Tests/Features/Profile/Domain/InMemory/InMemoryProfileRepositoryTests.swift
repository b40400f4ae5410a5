import FeatureTesting
import NacreTesting
import ProfileDomain
import Testing

@Test(.timeLimit(.minutes(25)), arguments: ProfileBehaviours.all)
func `in-memory profiles keep the repository's rules`(_ behaviour: Behaviour<ProfileStores>) async throws {
    let time = ManualTimeSource()
    let profiles = InMemoryProfileRepository(time: time)
    try await behaviour.verify(
        on: ProfileStores(repository: profiles, queries: profiles, changes: profiles.changes, time: time))
}
