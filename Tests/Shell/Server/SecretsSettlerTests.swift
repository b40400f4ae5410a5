import AuthDomain
import Logging
import Nacre
import Synchronization
import Testing

@testable import ShellServer

@Suite(.timeLimit(.minutes(25))) struct SecretsSettlerTests {
    /// Fails at first.
    private final class Settling: SecretsSettling {
        let runs = Mutex(0)

        func callAsFunction(_: Void) async throws -> SettledSecrets {
            let run = runs.withLock { count in
                count += 1
                return count
            }
            if run == 1 { throw AuthError(code: .busy) }
            return SettledSecrets()
        }
    }

    @Test func `secrets are settled at once and again and again, also after a failure`() async throws {
        let settling = Settling()
        let settler = SecretsSettler(settling, every: .milliseconds(1), logger: Logger(label: "test"))
        let running = Task { try await settler.run() }
        while settling.runs.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(1)) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}
