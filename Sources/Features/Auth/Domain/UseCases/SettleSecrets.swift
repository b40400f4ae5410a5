public import DomainKit

/// What was settled.
public struct SettledSecrets: Sendable, Hashable {
    /// The number of accounts whose secrets were erased: deleted ones, and ones that were never registered.
    public internal(set) var erasedAccounts = 0

    /// The number of passwords removed that were not in force.
    public internal(set) var removedPasswords = 0

    /// Creates an empty count.
    public init() {}
}

/// Removing secrets that the log does not put in force, after a process has ended between the two.
///
/// It may run at any time and in several processes: when a program starts, and every hour. Passwords whose decision
/// may still be under way are kept: see ``AuthPolicy/preparation`` and ``AuthPolicy/abandonment``.
public protocol SecretsSettling: UseCase where Input == Void, Output == SettledSecrets {}

extension SecretsSettling {
    /// Removes secrets that the log does not put in force.
    ///
    /// - Returns: What was settled.
    /// - Throws: Errors of the storage.
    public func callAsFunction() async throws -> SettledSecrets {
        try await self(())
    }
}

/// Removes secrets of a storage that its log does not put in force.
public struct SettleSecrets: SecretsSettling {
    private static let pageLength = 100

    private let environment: AuthEnvironment

    /// Creates the use case.
    ///
    /// - Parameter environment: What it works with.
    public init(in environment: AuthEnvironment) {
        self.environment = environment
    }

    /// Removes secrets that the log does not put in force, and those that have expired.
    ///
    /// - Returns: What was settled.
    /// - Throws: Errors of the storage.
    /// - Complexity: O(*n*) in the number of accounts in the secret store.
    public func callAsFunction(_: Void) async throws -> SettledSecrets {
        let now = environment.time.now()
        let policy = environment.policy
        var settled = SettledSecrets()
        var last: AccountID?
        var isPresent = true
        var failure: (any Error)?
        while isPresent {
            let page = try await environment.secrets.accounts(after: last, limit: Self.pageLength)
            for account in page {
                do {
                    try await settle(account, at: now, &settled)
                } catch {
                    try Task.checkCancellation()
                    // The others are settled all the same.
                    failure = failure ?? error
                }
            }
            last = page.last
            isPresent = page.count == Self.pageLength
        }
        let memory = max(policy.lock.memory, policy.mail.memory)
        try await environment.secrets.removeExpired(at: now, attemptsBefore: now.advanced(by: .zero - memory))
        if let failure { throw failure }
        return settled
    }

    private func settle(_ account: AccountID, at now: Instant, _ settled: inout SettledSecrets) async throws {
        // Of a deleted account nothing is read: its key may be damaged.
        if case .deleted = try await environment.repository.load(account).state {
            try await environment.secrets.erase(account)
            settled.erasedAccounts += 1
            return
        }
        // Passwords are listed before the log is read: one that is listed and not in force then was either superseded,
        // or is not decided yet.
        let stored = try await environment.secrets.credentials(of: account)
        let state = try await environment.repository.load(account).state
        switch state {
        case .active(let active):
            let old = stored.filter { $0.preparedAt.advanced(by: environment.policy.preparation) <= now }
            for credential in old where credential.id != active.credential {
                try await remove(credential, of: account)
                settled.removedPasswords += 1
            }
        case .deleted:
            try await environment.secrets.erase(account)
            settled.erasedAccounts += 1
        case .none:
            // A registration may still be under way, or the log may be an older one, restored by mistake.
            let isAbandoned = stored.allSatisfy {
                $0.preparedAt.advanced(by: environment.policy.abandonment) <= now
            }
            guard !stored.isEmpty, isAbandoned else { return }
            try await environment.secrets.erase(account)
            settled.erasedAccounts += 1
        }
    }

    /// Removes a password, and stores it again if the log has put it in force meanwhile.
    private func remove(_ credential: StoredCredential, of account: AccountID) async throws {
        let hash = try await environment.secrets.passwordHash(credential.id, of: account)
        try await environment.secrets.removeCredential(credential.id, of: account)
        guard let hash else { return }
        try await NewCredential(environment: environment).keep(
            PreparedPassword(hash, as: credential.id, of: account, preparedAt: credential.preparedAt))
    }
}
