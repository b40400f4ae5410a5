public import DomainKit

/// What the use cases of accounts work with.
public struct AuthEnvironment: Sendable {
    /// The storage of accounts.
    public let storage: AuthStorage

    /// The clock.
    public let time: any TimeSource

    /// The generator of ids.
    public let ids: any IDGenerator

    /// The times and limits.
    public let policy: AuthPolicy

    /// The retry policy for conflicts.
    public let retry: ConflictRetry

    var repository: any AccountRepository { storage.repository }
    var secrets: any SecretStore { storage.secrets }
    var hasher: any PasswordHashing { storage.hasher }

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - storage: The storage of accounts.
    ///   - time: The clock.
    ///   - ids: The generator of ids.
    ///   - policy: The times and limits.
    ///   - retry: The retry policy for conflicts.
    public init(
        storage: AuthStorage, time: any TimeSource, ids: any IDGenerator = RandomIDGenerator(),
        policy: AuthPolicy = AuthPolicy(), retry: ConflictRetry = ConflictRetry()
    ) {
        self.storage = storage
        self.time = time
        self.ids = ids
        self.policy = policy
        self.retry = retry
    }

    /// Runs work that follows a decision to its end, also if the caller's task is cancelled: a client that goes away
    /// must not leave it undone.
    func uncancelled<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await Task { try await work() }.value
    }

    /// Decides a command on an account, and saves the decided events.
    func execute(_ command: AccountCommand, on id: AccountID) async throws {
        _ = try await repository.execute(command, on: id, retrying: retry)
    }
}
