import AuthDomain
import DomainKit

/// A repository whose writes an ``Interruption`` may prevent.
struct InterruptedRepository: AccountRepository {
    let inner = InMemoryAccountRepository()
    let interruption: Interruption

    func load(_ id: AccountID) async throws -> Versioned<Account> {
        try await interruption.read()
        return await inner.load(id)
    }

    func save(_ events: [AccountEvent], for id: AccountID, expecting version: UInt64) async throws -> UInt64 {
        try await interruption.write()
        return try await inner.save(events, for: id, expecting: version)
    }

    func execute(_ command: AccountCommand, on id: AccountID, retrying retry: ConflictRetry) async throws -> UInt64 {
        try await interruption.write()
        return try await inner.execute(command, on: id, retrying: retry)
    }

    func holder(of claim: EmailClaim) async throws -> AccountID? {
        try await interruption.read()
        return await inner.holder(of: claim)
    }
}
