public import AuthDomain
import LMDB

// SEC-07: Secrets record which log they belong to, and how far they have followed it.
extension LMDBSecretStore {
    /// Opens the secrets of a log, and creates them if both files are missing and the log has no accounts.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which exists.
    ///   - log: The log that decides which of the secrets are in force.
    ///   - sodium: The library.
    ///   - mapSize: The initial map size in bytes.
    ///   - writeLockTimeout: How long a change waits for the write lock of another process.
    ///   - isCreating: Whether missing files are created for a log without accounts.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: ``SecretsError`` `noSecrets` if the files are missing and must not be created; `otherLog` or
    ///   `otherHistory` if the secrets belong to another log, or to another state of it; what
    ///   ``open(in:sodium:mapSize:writeLockTimeout:)`` throws; errors of the log.
    public static func open(
        in folder: String, of log: any AccountLog, sodium: Sodium, mapSize: Int = 16 << 30,
        writeLockTimeout: Duration = .seconds(30), isCreating: Bool = true
    ) async throws -> LMDBSecretStore {
        let hasAccounts = try await log.hasAccounts()
        let store = try await open(
            in: folder, sodium: sodium, mapSize: mapSize, writeLockTimeout: writeLockTimeout,
            isCreating: isCreating && !hasAccounts
        ) { _ in }
        do {
            try await store.verify(log)
            try await store.follow(log)
        } catch {
            await store.close()
            throw error
        }
        return store
    }

    /// Records the present end of the log, so that an older state of the log is noticed from now on.
    ///
    /// - Parameter log: The log that the store was opened for.
    /// - Throws: ``SecretsError``; errors of the log.
    public func follow(_ log: any AccountLog) async throws {
        let end = try await log.end()
        try await write { database, transaction in
            // Another process may have followed the log further.
            if let mark = try database.logMark(in: transaction), mark.log == end.log, mark.position >= end.position {
                return
            }
            try database.put(end, in: transaction)
        }
    }

    /// Makes the secrets those of a log as it is now, whatever log or state of it they belonged to.
    ///
    /// It is for secrets that were restored on purpose beside an older log, or the other way round.
    ///
    /// - Parameter log: The log.
    /// - Throws: ``SecretsError``; errors of the log.
    public func bind(to log: any AccountLog) async throws {
        let end = try await log.end()
        try await write { database, transaction in try database.put(end, in: transaction) }
    }

    private func verify(_ log: any AccountLog) async throws {
        guard let recorded = try read({ try $0.logMark(in: $1) }) else { return }
        let end = try await log.end()
        guard end.log == recorded.log else {
            throw SecretsError(
                .otherLog,
                "\(database.environment.path) belongs to the log \(recorded.log), and the log beside it is \(end.log): "
                    + "restore the secrets that belong to it")
        }
        guard let found = try await log.mark(at: recorded.position) else {
            throw SecretsError(
                .otherHistory,
                "\(database.environment.path) has followed its log to position \(recorded.position), and the log ends "
                    + "at \(end.position): restore the secrets from the same copy as the log")
        }
        guard found == recorded else {
            throw SecretsError(
                .otherHistory,
                "\(database.environment.path) has followed its log to position \(recorded.position), where the log now "
                    + "has other events: restore the secrets from the same copy as the log")
        }
    }
}
