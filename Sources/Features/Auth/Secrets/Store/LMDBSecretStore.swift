import LMDB

/// The secrets of accounts in two files of a folder: `secrets.mdb` and `keys`.
///
/// Everything about an account is sealed under a key of its own. Erasing the account overwrites the key in place, so
/// that nothing of it can be read afterwards: not in the free pages that LMDB leaves in its file, and not in a copy of
/// `secrets.mdb` alone. What a file system, a disk or a backup may keep is said in `Docs/Guarantees.md`.
///
/// Several processes may have the same files open. Each call is one transaction, durable when it returns. Calls run on
/// threads of the store, and never on the cooperative pool.
public final class LMDBSecretStore: Sendable {
    /// The name of the file of sealed secrets.
    public static let fileName = "secrets.mdb"

    /// The name of the file of keys.
    public static let keysFileName = "keys"

    let database: SecretsDatabase
    let readers: WorkerThreads
    let writer: WorkerThreads

    init(_ database: SecretsDatabase) throws(SecretsError) {
        self.database = database
        readers = try WorkerThreads(count: Self.readerCount, capacity: .max - Self.readerCount)
        // One: LMDB has one writer at a time.
        writer = try WorkerThreads(count: 1, capacity: .max - 1)
    }

    /// Reads rarely wait for the disk.
    private static let readerCount = 2

    /// Completes all calls, then closes the files; later calls throw ``SecretsError`` `closed`.
    ///
    /// Safe to call twice. A store that is released without closing closes by itself.
    public func close() async {
        await readers.close()
        await writer.close()
        database.environment.close()
    }

    /// Reads one state of the secrets, on a thread that may block.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (SecretsDatabase, borrowing ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await readers.run { [database] in try database.read { try body(database, $0) } }
    }

    /// Changes the secrets in one transaction, on a thread that may block.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (SecretsDatabase, borrowing WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await writer.run { [database] in try database.write { try body(database, $0) } }
    }
}
