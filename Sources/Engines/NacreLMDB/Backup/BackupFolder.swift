import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The temporary folder of a backup, beside its destination: the destination appears complete or not at all.
struct BackupFolder {
    let destination: String
    /// The folder during the copy.
    let store: StoreFolder

    /// Creates the folder.
    ///
    /// - Throws: `cannotCreate` if the destination is not empty, or its parent folder cannot be written.
    init(for path: String) throws(EventStoreError) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        destination = path
        try Self.checkIsFree(path)
        store = StoreFolder("\(path).partial-\(EventID.random())")
        do throws(EventStoreError) {
            try store.prepare(isCreating: true)
        } catch {
            unsafe rmdir(store.path)
            throw error
        }
    }

    /// Renames the folder to its destination, durably, once its contents are on disk.
    ///
    /// If that fails, nothing exists at the destination; ``discard()`` removes the rest.
    ///
    /// - Parameter syncParent: Syncs the parent folder.
    /// - Throws: `cannotCreate` if the destination is no longer empty, or the disk fails.
    func publish(
        syncParent: (StoreFolder) throws(EventStoreError) -> Void = { folder throws(EventStoreError) in
            try folder.syncParent()
        }
    ) throws(EventStoreError) {
        try removeLocks()
        try store.sync()
        // `rename` replaces an empty folder and fails on any other.
        guard unsafe rename(store.path, destination) == 0 else { throw Self.failure(destination, "cannot be created") }
        do throws(EventStoreError) {
            try syncParent(StoreFolder(destination))
        } catch {
            // The backup is complete, but a power loss may remove it. A failed call must leave none: rename it back.
            guard unsafe rename(destination, store.path) == 0 else {
                throw Self.failure(destination, "may be lost in a power failure, and cannot be removed")
            }
            throw error
        }
    }

    /// Removes the remains of a failed backup.
    ///
    /// Errors are ignored: the failure is reported already, and the folder's name says that it is partial.
    func discard() {
        unsafe unlink(store.log)
        unsafe unlink(store.log + "-lock")
        unsafe rmdir(store.path)
    }

    /// Removes the lock files, which LMDB creates again when the copy is opened.
    private func removeLocks() throws(EventStoreError) {
        guard unsafe unlink(store.log + "-lock") == 0 || errno == ENOENT else {
            throw Self.failure(store.log + "-lock", "cannot be removed")
        }
    }

    private static func checkIsFree(_ path: String) throws(EventStoreError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(path, "cannot be inspected") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw EventStoreError(
                .cannotCreate, "\(quoted(path, upTo: .max)) is a file: a backup is a folder, name another path")
        }
        guard let folder = unsafe opendir(path) else { throw failure(path, "cannot be listed") }
        defer { unsafe closedir(folder) }
        var names = 0
        while unsafe readdir(folder) != nil { names += 1 }
        // A directory always lists itself and its parent.
        guard names <= 2 else {
            throw EventStoreError(
                .cannotCreate,
                "\(quoted(path, upTo: .max)) is not empty: a backup never overwrites anything, name another path"
            )
        }
    }

    private static func failure(_ path: String, _ what: String) -> EventStoreError {
        .fullDisk(errno, for: path)
            ?? EventStoreError(
                .cannotCreate,
                unsafe "\(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(errno))); "
                    + "check the path and its permissions"
            )
    }
}
