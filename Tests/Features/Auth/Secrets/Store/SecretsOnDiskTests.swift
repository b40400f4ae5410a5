import AuthDomain
import AuthSecrets
import FeatureTesting
import NacreTesting
import TestFolders
import TestTraits
import Testing

@Test(.fewAtOnce, .timeLimit(.minutes(25)), arguments: AuthBehaviours.all)
func `accounts with secrets on disk and real hashes keep the rules of accounts`(
    _ behaviour: Behaviour<AuthStores>
) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let hasher = try await SodiumPasswordHasher.open(
        sodium: Sodium(), cost: .cheapest, queueCapacity: 64)
    try await folder.withSecrets { secrets async throws in
        let time = ManualTimeSource()
        try await behaviour.verify(
            on: AuthStores(
                repository: InMemoryAccountRepository(), secrets: secrets, time: time, hasher: hasher))
    }
    await hasher.close()
}
