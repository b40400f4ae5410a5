import AuthDomain
import DomainKit

/// A repository whose caller's task is cancelled as soon as a decision is recorded.
struct LeavingCaller: AccountRepository {
    let repository: any AccountRepository

    func load(_ id: AccountID) async throws -> Versioned<Account> { try await repository.load(id) }

    func save(_ events: [AccountEvent], for id: AccountID, expecting version: UInt64) async throws -> UInt64 {
        try await repository.save(events, for: id, expecting: version)
    }

    func execute(_ command: AccountCommand, on id: AccountID, retrying retry: ConflictRetry) async throws -> UInt64 {
        let version = try await repository.execute(command, on: id, retrying: retry)
        withUnsafeCurrentTask { $0?.cancel() }
        return version
    }

    func holder(of claim: EmailClaim) async throws -> AccountID? { try await repository.holder(of: claim) }
}

extension AuthStores {
    /// Use cases whose caller goes away as soon as a decision is recorded.
    var leaving: AuthUseCases {
        AuthUseCases(
            in: AuthEnvironment(
                storage: AuthStorage(
                    repository: LeavingCaller(repository: repository), secrets: secrets, hasher: hasher),
                time: time))
    }
}
