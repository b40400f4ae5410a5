import LMDB

/// The secrets of accounts in two files of a folder: `secrets.mdb` and `keys`.
///
/// Everything about an account is sealed under a key of its own. Erasing the account overwrites the key in place, so
/// that nothing of it can be read afterwards: not in the free pages that LMDB leaves in its file, and not in a copy of
/// `secrets.mdb` alone. What a file system, a disk or a backup may keep is said in `Docs/Guarantees.md`.
///
/// Several processes may have the same files open. Each call is one transaction, durable when it returns. Changes run on
/// a thread of the store, because they wait for the disk and for other processes; reads do not, and run in place.
public final class LMDBSecretStore: Sendable {
    /// The name of the file of sealed secrets.
    public static let fileName = "secrets.mdb"

    /// The name of the file of keys.
    public static let keysFileName = "keys"

    let database: SecretsDatabase
    let writer: WorkerThreads

    init(_ database: SecretsDatabase) throws(SecretsError) {
        self.database = database
        // One: LMDB has one writer at a time.
        writer = try WorkerThreads(count: 1, capacity: .max - 1)
    }

    /// Completes all calls, then closes the files; later calls that need them throw ``SecretsError`` `closed`.
    ///
    /// Safe to call twice. A store that is released without closing closes by itself.
    public func close() async {
        await writer.close()
        database.environment.close()
    }

    // SEC-11: Secrets are read on the thread that asks for them.
    /// Reads one state of the secrets.
    func read<Result>(
        _ body: (SecretsDatabase, borrowing ReadTransaction) throws -> Result
    ) throws -> Result {
        try database.read { try body(database, $0) }
    }

    /// Changes the secrets in one transaction, on a thread that may block.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (SecretsDatabase, borrowing WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await writer.run { [database] in try database.write { try body(database, $0) } }
    }
}
