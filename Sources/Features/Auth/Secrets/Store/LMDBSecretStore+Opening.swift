import LMDB

extension LMDBSecretStore {
    /// Opens the secrets of a folder, and creates them if both files are missing, whatever log they belong to.
    ///
    /// Erasures that an interrupted process has begun are completed first.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which exists; that of the event store, for example.
    ///   - sodium: The library.
    ///   - mapSize: The initial map size in bytes; the map grows when the file reaches it.
    ///   - writeLockTimeout: How long a change waits for the write lock of another process.
    ///   - isCreating: Whether missing files are created.
    /// - Returns: The store; end it with ``close()``.
    /// - Throws: ``SecretsError``: `noSecrets` if there are none and `isCreating` is `false`; `missing` or `mismatched` if
    ///   only one of the files is that of this store; `exposed`
    ///   if other users may read a file; `damaged`, `newerFormat`, `inputOutput`, `cannotCreateThread`.
    public static func open(
        in folder: String, sodium: Sodium, mapSize: Int = 16 << 30, writeLockTimeout: Duration = .seconds(30),
        isCreating: Bool = true
    ) async throws -> LMDBSecretStore {
        try await open(
            in: folder, sodium: sodium, mapSize: mapSize, writeLockTimeout: writeLockTimeout, isCreating: isCreating
        ) { _ in }
    }

    /// The same, with a closure that is called at each step of a change.
    package static func open(
        in folder: String, sodium: Sodium, mapSize: Int, writeLockTimeout: Duration = .seconds(30),
        isCreating: Bool = true, onStep: @escaping SecretsStep.Handler
    ) async throws -> LMDBSecretStore {
        let options = Environment.Options(
            mapSize: mapSize, durability: .full, waitPolicy: WriteLockWaitPolicy(limit: writeLockTimeout))
        let opener = try WorkerThreads(count: 1, capacity: 0)
        let database = try await opener.run {
            let database = try SecretsDatabase.open(
                at: "\(folder)/\(fileName)", keys: "\(folder)/\(keysFileName)", options, sodium,
                isCreating: isCreating, onStep: onStep)
            do {
                try database.completeErasures()
            } catch {
                database.environment.close()
                throw error
            }
            return database
        }
        return try LMDBSecretStore(database)
    }
}
