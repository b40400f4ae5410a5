import AuthDomain
import AuthSecrets
import DomainKit
import Foundation

/// A second process for the tests of the secrets: opens those of the folder named by its argument, and runs the job on
/// its standard input.
@main struct AuthPeer {
    static func main() async throws {
        let job = try JSONDecoder().decode(SecretsJob.self, from: try FileHandle.standardInput.readToEnd() ?? Data())
        let deadlyStep = job.deadlyStep
        let store = try await LMDBSecretStore.open(
            in: CommandLine.arguments[1], sodium: try Sodium(), mapSize: 64 << 20
        ) { step in
            if step.rawValue == deadlyStep { kill(getpid(), SIGKILL) }
        }
        let account = try AccountID(parsing: job.account)
        switch job.action {
        case .prepare:
            try await store.prepare(
                PreparedPassword(
                    PasswordHash(Secret("the peer's hash".utf8)), as: CredentialID(high: 1, low: 1), of: account,
                    address: try EmailAddress("peer@example.com"),
                    preparedAt: Instant(nanosecondsSince1970: 0, decimals: 0)))
        case .erase:
            try await store.erase(account)
        }
        await store.close()
    }
}
