import AuthDomain
import FeatureTesting
import NacreTesting
import Testing

@Test(.timeLimit(.minutes(25)), arguments: AuthBehaviours.all)
func `in-memory accounts keep the rules of accounts`(_ behaviour: Behaviour<AuthStores>) async throws {
    try await behaviour.verify(
        on: AuthStores(
            repository: InMemoryAccountRepository(), secrets: InMemorySecretStore(), time: ManualTimeSource()))
}
