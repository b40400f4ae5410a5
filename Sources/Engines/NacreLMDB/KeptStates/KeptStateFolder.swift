import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder `kept` of a store, which holds a file of read models for each kept state.
struct KeptStateFolder: KeptStateStore {
    // PROJ-39: A kept state is a file of read models whose name says what it is.

    /// The folder's name in that of the store.
    static let name = "kept"

    /// The folder of the store.
    let store: String

    /// The map size of a copy, in bytes.
    let mapSize: Int

    private var path: String { "\(store)/\(Self.name)" }

    func states() throws -> [KeptState] {
        try files().map { file in
            KeptState(
                model: file.model, schemaVersion: file.schemaVersion, position: file.position, skips: file.skips,
                bytes: UInt64(StoreFolder.size(of: "\(path)/\(file.name)") ?? 0))
        }.sorted { ($0.model, $0.position, $0.schemaVersion) < ($1.model, $1.position, $1.schemaVersion) }
    }

    func copy(of state: KeptState) throws -> any ReadModelStore {
        let file = try file(of: state)
        return try LMDBReadModelStore.scratch(mapSize: mapSize) { try copy(file, to: $0) }
    }

    func draft(from state: KeptState?) throws -> any KeptStateDraft {
        try createFolder()
        let draft = try KeptStateDraftFolder(in: path)
        do {
            if let state { try copy(try file(of: state), to: draft.file) }
            return try KeptStateFileDraft(draft, mapSize: mapSize)
        } catch {
            draft.remove()
            throw error
        }
    }

    func remove(_ state: KeptState) throws {
        for file in try files() where file.keeps(state) { try Self.remove("\(path)/\(file.name)") }
        guard StoreFolder.size(of: path) != nil else { return }
        // Drafts of killed processes take room, which removing is to give back.
        try OpeningLock.hold(besides: "\(path)/") { try KeptStateDraftFolder.removeAbandoned(in: path) }
    }

    func verify(_ state: KeptState) throws {
        let file = try file(of: state)
        guard try ChecksummedFile.checksum(of: "\(path)/\(file.name)") == file.checksum else { throw damage(of: file) }
    }

    private func copy(_ file: KeptStateFile, to copy: String) throws {
        guard try ChecksummedFile.copy("\(path)/\(file.name)", to: copy) == file.checksum else {
            throw damage(of: file)
        }
    }

    private func damage(of file: KeptStateFile) -> EventStoreError {
        EventStoreError(.damaged, "the checksum of \(quoted("\(path)/\(file.name)", upTo: .max)) does not match")
    }

    private func file(of state: KeptState) throws -> KeptStateFile {
        guard let file = try files().first(where: { $0.keeps(state) }) else {
            throw EventStoreError(
                .inputOutput, "the kept state of \(quoted(state.model)) at position \(state.position) was removed")
        }
        return file
    }

    private func files() throws -> [KeptStateFile] {
        guard StoreFolder.size(of: path) != nil || errno != ENOENT else { return [] }
        return try Self.files(in: path)
    }

    /// The files of kept states in a folder: regular files only, because another one may block who opens it.
    private static func files(in path: String) throws -> [KeptStateFile] {
        try StoreFolder(path).names().compactMap { name in
            var status = stat()
            guard let file = KeptStateFile(name: name), unsafe lstat("\(path)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return file
        }
    }

    /// Removes the other files of a model's version at a position.
    static func removeOthers(than kept: KeptStateFile, in path: String) throws {
        for file in try files(in: path)
        where (file.model, file.schemaVersion, file.position) == (kept.model, kept.schemaVersion, kept.position)
            && file != kept
        {
            try remove("\(path)/\(file.name)")
        }
    }

    private func createFolder() throws {
        guard unsafe mkdir(path, 0o700) == 0 else {
            guard errno == EEXIST else { throw StoreFolder(path).failure("cannot be created") }
            return
        }
        try StoreFolder(path).syncParent()
    }

    /// Removes a file; one that is gone already is no error, because another process was faster.
    static func remove(_ file: String) throws {
        guard unsafe unlink(file) == 0 || errno == ENOENT else { throw cannotChange(file, "cannot be removed") }
    }

    /// The error for a file that cannot be created or removed, from `errno`.
    static func cannotChange(_ path: String, _ what: String) -> EventStoreError {
        let failure = ChecksummedFile.failure(path, what)
        guard failure.code == .inputOutput else { return failure }
        return EventStoreError(.cannotCreate, "\(failure.message); kept states need a store that can be written")
    }
}
