public import AuthDomain
public import DomainKit

extension LMDBSecretStore: SecretStore {
    /// The accounts that have anything in the store, in the order of their ids.
    ///
    /// - Parameters:
    ///   - account: The last account of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of accounts, at least 1.
    /// - Returns: The next accounts; fewer than `limit` at the end.
    /// - Throws: ``SecretsError``.
    public func accounts(after account: AccountID?, limit: Int) async throws -> [AccountID] {
        try read { _, transaction in
            let last = account.map { RecordKey(.accounts, $0.bytes).bytes }
            return try transaction.records(with: RecordKey(.accounts), after: last, limit: limit).map { record in
                var reader = ByteReader(RecordKey.parts(of: record.key))
                return try reader.identity()
            }
        }
    }

    /// Erases everything about an account: its records, and the key under which they were sealed.
    ///
    /// Erasing again has no effect. It also completes erasures that an interrupted process has begun.
    ///
    /// - Parameter account: The account.
    /// - Throws: ``SecretsError``: the account has nothing any more if its erasure was recorded, but its key may still be
    ///   in the file. Erasing again, or opening the store again, completes it.
    public func erase(_ account: AccountID) async throws {
        try await writer.run { [database] in
            try database.recordErasure(of: account)
            try database.completeErasures()
        }
    }

    /// Removes what has expired, renews the keys of what belongs to no account, and completes erasures that an
    /// interrupted process has begun.
    ///
    /// - Parameters:
    ///   - time: Sessions, links and answers that end at or before it are removed.
    ///   - attempts: Counts whose last attempt is before it are removed.
    /// - Throws: ``SecretsError``.
    /// - Complexity: O(*n*) in the number of sessions, links, answers and counts.
    public func removeExpired(at time: Instant, attemptsBefore attempts: Instant) async throws {
        try await writer.run { [database] in
            // First: an erasure must not wait for a record that cannot be opened.
            try database.completeErasures()
            try database.renewAttempts(before: attempts)
            try database.renewAnswersWithoutAccount(at: time)
            // Again: renewing has left the former keys to be erased.
            try database.completeErasures()
            try database.removeExpired(.sessions) { database, record, personKey in
                try database.session(record, under: personKey).expiresAt <= time
            }
            try database.removeExpired(.links) { database, record, personKey in
                try database.link(record, under: personKey).expiresAt <= time
            }
            try database.removeExpired(.answers) { database, record, personKey in
                try database.answer(record, under: personKey).expiresAt <= time
            }
        }
    }
}
